import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Accepted } from '@patchkeep/orders/judge';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Desktop, Question } from '../../os/desktop.ts';
import { linuxDesktop } from '../../os/linux/linux-desktop.ts';
import { clearTheWay } from './open-application.ts';

/** As a person has it: those who run the tests may be root. */
const person = 1_234;
const canBeSomebody = process.getuid?.() === 0;
const name = `writer-${process.pid}`;
const { signal } = new AbortController();

let directory: string;
let running: ChildProcess[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'patchkeep-open-'));
  chmodSync(directory, 0o755);
  copyFileSync('/bin/bash', join(directory, name));
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running = [];
  rmSync(directory, { recursive: true });
});

/** A real program, open: it says when it is ready, and may not want to end. */
const open = async (isStubborn = false): Promise<ChildProcess> => {
  // It waits for a word that never comes, and starts nothing else by its name.
  const script = `${isStubborn ? 'trap "" TERM;' : ''} echo ready; read word`;
  const child = spawn(join(directory, name), ['-c', script], {
    uid: person,
    gid: person,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  running.push(child);
  await once(child.stdout ?? child, 'data');
  return child;
};

const questions: Question[] = [];
const clear = (options: Record<string, string>, answer: Answer = 'none', programs: string[] | undefined = [name]) => {
  questions.length = 0;
  const real = linuxDesktop('/');
  const desktop: Desktop = {
    ...real,
    ask: async (question) => {
      questions.push(question);
      return answer;
    },
  };
  const accepted = { order: { options }, package: programs && { programs } } as unknown as Accepted;
  return clearTheWay(accepted.order, accepted.package?.programs ?? [], desktop, signal, { gentleMs: 600, lookMs: 20 });
};
const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

describe.skipIf(!canBeSomebody)('an application that is open', () => {
  it('is left to the installer where nothing is said, or where the package names no programs', async () => {
    const child = await open();
    expect(await clear({})).toBeUndefined();
    expect(await clear({ openApplication: 'close' }, 'none', [])).toBeUndefined();
    expect(isOver(child)).toBe(false);
  });

  it('is waited for, and named; once it is closed the way is free', async () => {
    const child = await open();
    expect(await clear({ openApplication: 'wait' })).toMatchObject({
      result: 'pending',
      awaits: 'appRestart',
      cause: `${name} is open.`,
    });
    expect(questions).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await clear({ openApplication: 'wait' })).toBeUndefined();
  });

  it.each(['later', 'none', 'nobody'] as const)('is asked about, and stays open on "%s"', async (answer) => {
    const child = await open();
    const waits = await clear({ openApplication: 'ask', closeSeconds: '60' }, answer);
    expect(waits).toMatchObject({ result: 'pending', awaits: 'appRestart' });
    expect(questions).toMatchObject([{ yes: 'Close now', later: 'Later', seconds: 60 }]);
    expect(isOver(child)).toBe(false);
  });

  it('is closed gently when people agree, and never by force then', async () => {
    const [gentle, stubborn] = [await open(), await open(true)];
    expect(await clear({ openApplication: 'ask' }, 'yes')).toMatchObject({ awaits: 'appRestart' });
    expect([gentle.signalCode, isOver(stubborn)]).toEqual(['SIGTERM', false]);
    stubborn.kill('SIGKILL');
    await once(stubborn, 'exit');
    expect(await clear({ openApplication: 'ask' }, 'yes')).toBeUndefined();
  });

  it('is closed for them where the site says so: told first, gently, then by force', async () => {
    const [gentle, stubborn] = [await open(), await open(true)];
    const ended = once(stubborn, 'exit');
    expect(await clear({ openApplication: 'close', closeSeconds: '120' })).toBeUndefined();
    await ended;
    expect(questions).toMatchObject([{ later: undefined, seconds: 120 }]);
    expect([gentle.signalCode, stubborn.signalCode]).toEqual(['SIGTERM', 'SIGKILL']);
  });
});
