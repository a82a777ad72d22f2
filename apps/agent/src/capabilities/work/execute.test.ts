import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Accepted } from '@patchkeep/orders/judge';
import { afterAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../checkin/caller.ts';
import { nobodyThere } from '../../os/nobody-there.factory.ts';
import type { Os, SystemPackageEnd } from '../../os/os.ts';
import { execute } from './execute.ts';

const directory = mkdtempSync(join(tmpdir(), 'patchkeep-execute-'));
afterAll(() => rmSync(directory, { recursive: true }));
const content = Buffer.from('an installer');
/** The far end, which hands the file out. */
const caller = {
  call: async () => ({ offset: 0, size: content.length, content }),
} as unknown as Caller;

interface Case {
  before: string[];
  after: string[];
  exitCode?: number;
  waitsForRestart?: boolean;
}
/** Runs a package on a system that says so before and after of what waits for its restart. */
const run = async ({ before, after, exitCode = 0, waitsForRestart }: Case) => {
  let hasRun = false;
  const os = {
    desktop: nobodyThere,
    readPendingRestart: async () => (hasRun ? after : before),
    runInstaller: async () => {
      hasRun = true;
      return exitCode;
    },
  } as unknown as Os;
  const statement = {
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
    kind: 'exe',
    installArguments: [],
    ...(waitsForRestart !== undefined && { waitsForRestart }),
  };
  const accepted = { order: { kind: 'upgrade-package', options: {} }, package: statement } as unknown as Accepted;
  const outcome = await execute(accepted, { os, caller, directory, now: Date.now }, new AbortController().signal);
  return { hasRun, outcome };
};

describe('a restart that Windows waits for', () => {
  it('holds up a package that must not be installed before it, and names whose it is', async () => {
    const { hasRun, outcome } = await run({ before: ['Windows Update'], after: [], waitsForRestart: true });
    expect(hasRun).toBe(false);
    expect(outcome).toMatchObject({
      result: 'pending',
      awaits: 'boot',
      cause: 'The host must restart before it can be installed: Windows Update waits for it.',
    });
  });

  it.each<[what: string, given: Case, pkgResult: string]>([
    ['does not concern others', { before: ['Windows Update'], after: ['Windows Update'] }, 'Success'],
    ['is not there', { before: [], after: [], waitsForRestart: true }, 'Success'],
    ['came with an installer that said nothing', { before: ['a'], after: ['a', 'b'] }, 'SuccessPendingReboot'],
    ['is over', { before: ['a'], after: [] }, 'Success'],
    ['is no excuse for a failure', { before: [], after: ['a'], exitCode: 1_603 }, 'Error'],
  ])('%s', async (_, given, pkgResult) => {
    const { hasRun, outcome } = await run(given);
    expect([hasRun, outcome.pkgResult]).toEqual([true, pkgResult]);
  });

  it('that cannot be told holds nothing up', async () => {
    const given: Case = { before: [], after: [], waitsForRestart: true };
    Object.defineProperty(given, 'before', { get: () => Promise.reject(new Error('reg.exe is gone')) });
    expect(await run(given)).toMatchObject({ hasRun: true, outcome: { pkgResult: 'Success' } });
  });
});

describe('an upgrade by the host’s own package system', () => {
  const upgrade = (end: SystemPackageEnd | undefined, after: string[] = []) => {
    let hasRun = false;
    const os = {
      readPendingRestart: async () => (hasRun ? after : ['an older one']),
      systemPackages: {
        upgrade: async () => {
          hasRun = true;
          return end;
        },
      },
    } as unknown as Os;
    const order = { kind: 'upgrade-system-package', kbs: [], systemPackage: { name: 'openssl', version: '3' } };
    const accepted = { order, package: null } as unknown as Accepted;
    return execute(accepted, { os, caller, directory, now: Date.now }, new AbortController().signal);
  };
  it.each<[end: SystemPackageEnd | undefined, after: string[], expected: object]>([
    [{ kind: 'upgraded' }, ['an older one'], { result: 'tentative', pkgResult: 'Success', exitCode: 0 }],
    [{ kind: 'upgraded' }, ['libc6'], { result: 'tentative', pkgResult: 'SuccessPendingReboot' }],
    [{ kind: 'thereAlready' }, [], { result: 'tentative', exitCode: null }],
    [{ kind: 'notOffered' }, [], { result: 'failed', pkgResult: 'NotOffered' }],
    [
      { kind: 'refused', cause: 'apt would also remove netcat' },
      [],
      { result: 'rejected', pkgResult: 'Error', cause: 'Nothing was done: apt would also remove netcat.' },
    ],
    [
      { kind: 'failed', pkgResult: 'DiskFull', exitCode: 100, cause: 'The disk is full' },
      [],
      { result: 'failed', isDiskFull: true, exitCode: 100 },
    ],
    [undefined, [], { result: 'notSupported' }],
  ])('that ended with %j is told as an outcome', async (end, after, expected) =>
    expect(await upgrade(end, after)).toMatchObject(expected),
  );
});
