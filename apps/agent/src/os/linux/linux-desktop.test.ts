import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../desktop.ts';
import { linuxDesktop, parseSession } from './linux-desktop.ts';

const session = (user: string, uid: number, more: Record<string, string> = {}): string =>
  Object.entries({ UID: uid, USER: user, ACTIVE: 1, STATE: 'active', TYPE: 'wayland', CLASS: 'user', ...more })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchkeep-desktop-'));
  for (const folder of ['run/systemd/sessions', 'usr/bin']) mkdirSync(join(root, folder), { recursive: true });
  symlinkSync('/proc', join(root, 'proc'));
});
afterEach(() => rmSync(root, { recursive: true }));

const signIn = (id: string, text: string) => writeFileSync(join(root, 'run/systemd/sessions', id), text);
const has = (program: string) => writeFileSync(join(root, 'usr/bin', program), '');
const { signal } = new AbortController();
const question: Question = {
  title: 'Restart required',
  message: 'Please save.',
  yes: 'Restart now',
  later: 'Later (10 minutes)',
  seconds: 600,
};

/** The program that asks, as it answers by its exit code; whatever it is told is kept. */
const asking = async (codes: Record<string, number | 'waits'>, more: Partial<Question> = {}) => {
  const calls: string[][] = [];
  const run = (program: string, given: readonly string[], until: AbortSignal): Promise<number> => {
    calls.push([program, ...given]);
    const code = codes[given[1] ?? ''] ?? 99;
    if (code !== 'waits') return Promise.resolve(code);
    return new Promise((_resolve, reject) => {
      const end = () => reject(new Error('Ended'));
      if (until.aborted) end();
      else until.addEventListener('abort', end);
    });
  };
  const answer = await linuxDesktop(root, run).ask({ ...question, ...more }, signal);
  return { answer, calls };
};

describe('a session of systemd', () => {
  it('counts where somebody sits at a screen', () => {
    expect(parseSession(session('ana', 1_000))).toEqual({ user: 'ana', uid: 1_000 });
    expect(parseSession(session('ana', 1_000, { TYPE: 'tty' }))).toBeUndefined();
    expect(parseSession(session('ana', 1_000, { ACTIVE: '0' }))).toBeUndefined();
    expect(parseSession(session('gdm', 120, { CLASS: 'greeter' }))).toBeUndefined();
    expect(parseSession('')).toBeUndefined();
  });
});

describe('a question on a Linux desktop', () => {
  it('finds nobody without a session, or without a program to ask with', async () => {
    has('zenity');
    expect(await asking({})).toEqual({ answer: 'nobody', calls: [] });
    signIn('1', session('ana', 1_000));
    rmSync(join(root, 'usr/bin/zenity'));
    expect(await asking({})).toEqual({ answer: 'nobody', calls: [] });
  });

  it.each([
    [0, 'yes'],
    [1, 'later'],
    [5, 'none'],
    [255, 'none'],
  ])('asked with zenity, exit code %i, is answered with %s', async (code, answer) => {
    has('zenity');
    has('kdialog');
    signIn('c2', session('ana', 64_999));
    expect(await asking({ ana: code })).toEqual({
      answer,
      calls: [
        [
          'runuser',
          '-u',
          'ana',
          '--',
          'env',
          '/usr/bin/zenity',
          '--question',
          '--no-markup',
          '--title=Restart required',
          '--text=Please save.',
          '--ok-label=Restart now',
          '--cancel-label=Later (10 minutes)',
          '--timeout=600',
        ],
      ],
    });
  });

  it('that cannot be put off has one button, and closing the window says nothing', async () => {
    has('zenity');
    signIn('1', session('ana', 64_999));
    const { answer, calls } = await asking({ ana: 1 }, { later: undefined });
    expect(answer).toBe('none');
    expect(calls[0]).toContain('--warning');
    expect(calls[0]?.some((each) => each.startsWith('--cancel-label'))).toBe(false);
  });

  it('is asked with kdialog where there is no zenity, and only told with notify-send', async () => {
    signIn('1', session('ana', 64_999));
    has('notify-send');
    expect(await asking({ ana: 0 })).toMatchObject({ answer: 'none' });
    has('kdialog');
    const { answer, calls } = await asking({ ana: 1 });
    expect([answer, calls[0]?.slice(5)]).toEqual([
      'later',
      [
        '/usr/bin/kdialog',
        '--title',
        'Restart required',
        '--yes-label',
        'Restart now',
        '--no-label',
        'Later (10 minutes)',
        '--yesno',
        'Please save.',
      ],
    ]);
  });

  it('of several people: one who needs time gets it, and only all together say yes', async () => {
    has('zenity');
    signIn('1', session('ana', 64_998));
    signIn('2', session('jonas', 64_999));
    expect((await asking({ ana: 0, jonas: 0 })).answer).toBe('yes');
    expect((await asking({ ana: 0, jonas: 5 })).answer).toBe('none');
    expect((await asking({ ana: 1, jonas: 'waits' })).answer).toBe('later');
  });

  it.skipIf(process.getuid?.() !== 0)('is drawn where the person’s own programs draw', async () => {
    has('zenity');
    signIn('1', session('ana', 1_235));
    const env = { PATH: '/usr/bin:/bin', DISPLAY: ':7', XAUTHORITY: '/run/user/1235/auth', SECRET: 'no' };
    const child = spawn('sleep', ['60'], { uid: 1_235, gid: 1_235, env, stdio: 'ignore' });
    try {
      await expect
        .poll(async () => (await asking({ ana: 0 })).calls[0]?.slice(4, 8))
        .toEqual(['env', 'DISPLAY=:7', 'XAUTHORITY=/run/user/1235/auth', '/usr/bin/zenity']);
    } finally {
      child.kill();
    }
  });

  it('knows who is signed in', async () => {
    signIn('1', session('ana', 1_000));
    const { isSignedIn } = linuxDesktop(root);
    expect([await isSignedIn('ana', signal), await isSignedIn('jonas', signal)]).toEqual([true, false]);
  });
});
