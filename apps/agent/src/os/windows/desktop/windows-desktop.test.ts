import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Desktop, Question } from '../../desktop.ts';
import { replayOf } from '../replay.ts';
import { desktopScript } from './desktop-script.ts';
import { windowsDesktop } from './windows-desktop.ts';

const scratch = mkdtempSync(join(tmpdir(), 'patchkeep-desktop-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const { signal } = new AbortController();
const replay = replayOf(join(import.meta.dirname, 'recorded'), desktopScript);

/** Has a recorded conversation to its end, and leaves nothing behind. */
const having = async <Result>(name: string, talk: (desktop: Desktop) => Promise<Result>): Promise<Result> => {
  const { run, rest } = replay(name);
  const result = await talk(windowsDesktop(scratch, run));
  expect([rest(), readdirSync(scratch)]).toEqual([0, []]);
  return result;
};
const question: Question = {
  title: 'Restart required',
  message: 'Please save.',
  yes: 'Restart now',
  later: 'Later (10 minutes)',
  seconds: 600,
};
const ask = (name: string, more: Partial<Question> = {}) =>
  having(name, (desktop) => desktop.ask({ ...question, ...more }, signal));

describe('a question on a Windows desktop, as recorded', () => {
  it.each([
    ['ask-yes', 'yes'],
    ['ask-later', 'later'],
    ['ask-timeout', 'none'],
    ['ask-refused', 'none'],
    ['ask-two', 'yes'],
    ['ask-nobody', 'nobody'],
  ])('%s: %s', async (name, answer) => {
    expect(await ask(name)).toBe(answer);
  });

  it('that cannot be put off is not answered by closing it', async () => {
    expect(await ask('ask-only-yes', { later: undefined })).toBe('none');
  });

  it('finds nobody where PowerShell is only a stub', async () => {
    expect(await windowsDesktop(scratch, async () => []).ask(question, signal)).toBe('nobody');
  });

  it('is refused when it says what was not recorded', async () => {
    const { run } = replay('ask-yes');
    await expect(windowsDesktop(scratch, run).listOpen(['x.exe'], signal)).rejects.toThrow('was recorded');
  });
});

describe('people and their programs on Windows, as recorded', () => {
  it('are signed in while their session is there, however their name is written', async () => {
    const found = await having('signed-in', async (desktop) => [
      await desktop.isSignedIn('ana', signal),
      await desktop.isSignedIn('jonas', signal),
    ]);
    expect(found).toEqual([true, false]);
  });

  it('are closed by the Restart Manager, then ended', async () => {
    const open = await having('close', async (desktop) => {
      const programs = await desktop.listOpen(['winword.exe', 'excel.exe'], signal);
      await desktop.close(programs, false, signal);
      await desktop.close(programs, true, signal);
      return programs;
    });
    expect(open).toEqual([{ pid: 4_120, name: 'WINWORD.exe' }]);
  });
});
