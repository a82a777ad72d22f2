import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { replayOf } from '../replay.ts';
import { asUserScript } from './as-user-script.ts';
import { type Command, runAsUser } from './as-user.ts';

const scratch = mkdtempSync(join(tmpdir(), 'patchkeep-as-user-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const { signal } = new AbortController();
const replay = replayOf(join(import.meta.dirname, 'recorded'), asUserScript);

const having = async (name: string, user: string, command: Command): Promise<number> => {
  const { run, rest } = replay(name);
  try {
    return await runAsUser({ scratch, run }, user, command, signal);
  } finally {
    expect([rest(), readdirSync(scratch)]).toEqual([0, []]);
  }
};

describe('a program run as a user of Windows, as recorded', () => {
  it('gets its arguments as they are, quoted as programs take them apart', async () => {
    const command = { program: 'C:\\f\\setup.exe', arguments: ['/S', '/D=C:\\Users\\Jürgen\\My Apps', 'a"b', 'c d\\'] };
    expect(await having('exe', 'Jürgen', command)).toBe(0);
  });

  it('tells its exit code; what is quoted already stays so', async () => {
    const given = ['/i', '"C:\\f\\a.msi"', '/qn', '/norestart', 'ALLUSERS=""'];
    expect(await having('msi', 'ana', { program: 'msiexec.exe', arguments: given, isVerbatim: true })).toBe(3_010);
  });

  it('that Windows refuses to start is an error that says so', async () => {
    const command = { program: 'C:\\f\\setup.exe', arguments: [] };
    await expect(having('refused', 'ana', command)).rejects.toThrow('It could not be run as ana: No mapping');
    await expect(runAsUser({ scratch, run: async () => [] }, 'ana', command, signal)).rejects.toThrow('as ana');
  });
});
