import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SignedCall } from '@patchkeep/agent-client/signed-call';

const run = promisify(execFile);

const wireOf = ({ method, path, headers, body }: SignedCall): Buffer => {
  const lines = Object.entries({ host: 'bench', ...headers, 'content-length': String(body.length) });
  return Buffer.concat([
    Buffer.from(
      [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n'),
    ),
    body,
  ]);
};

/** Lua reads the calls once and hands them out in turn, so that the generator costs next to nothing. */
const script = (file: string): string => `
local calls = {}
local file = io.open("${file}", "rb")
while true do
  local size = file:read("*l")
  if not size then break end
  calls[#calls + 1] = file:read(tonumber(size))
end
file:close()
local at = 0
request = function()
  at = at % #calls + 1
  return calls[at]
end`;

/** More calls of each host than the server remembers, to tell a call that came before. */
const copies = 64;

/**
 * Sends ready-signed check-ins of hosts in turn, as fast as they are answered, over so many kept connections. The
 * line of a host does not move on, because nobody reads the answers. Two sets take turns from run to run: none begins
 * with calls that the run before ended with.
 */
export const replay = (sign: (now: Date) => readonly SignedCall[]) => {
  // All in the same second: a call that was signed before the last one of its host is late, and refused.
  const now = new Date();
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-replay-'));
  const scripts = ['a', 'b'].map((name) => {
    const wires = Array.from({ length: copies }, () => sign(now))
      .flat()
      .map(wireOf);
    const data = join(folder, name);
    writeFileSync(data, Buffer.concat(wires.flatMap((wire) => [Buffer.from(`${wire.length}\n`), wire])));
    writeFileSync(`${data}.lua`, script(data));
    return `${data}.lua`;
  });
  const runs = new Map<string, number>();
  return {
    async load(address: string, seconds: number, connections: number): Promise<number> {
      const before = runs.get(address) ?? 0;
      runs.set(address, before + 1);
      const lua = scripts[before % scripts.length] ?? '';
      const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', lua, address]);
      const failures = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
      if (failures !== undefined) throw new Error(`${failures} calls failed`);
      return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
};
