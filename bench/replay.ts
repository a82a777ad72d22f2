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

/**
 * Sends ready-signed calls in turn, as fast as they are answered, over so many kept connections. A call may be sent
 * again as long as its host's line has not moved on, which only its answers would make it do.
 */
export const replay = (calls: readonly SignedCall[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-replay-'));
  const data = join(folder, 'calls');
  writeFileSync(data, Buffer.concat(calls.map(wireOf).flatMap((wire) => [Buffer.from(`${wire.length}\n`), wire])));
  writeFileSync(join(folder, 'replay.lua'), script(data));
  return {
    async load(address: string, seconds: number, connections: number): Promise<number> {
      const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', join(folder, 'replay.lua'), address];
      const { stdout } = await run('wrk', args);
      const failures = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
      if (failures !== undefined) throw new Error(`${failures} calls failed`);
      return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
};
