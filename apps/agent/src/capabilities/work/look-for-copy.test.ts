import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { Accepted } from '@patchkeep/orders/judge';
import type { Order, PackageStatement } from '@patchkeep/orders/statements';
import { afterAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../checkin/caller.ts';
import { nobodyThere } from '../../os/nobody-there.factory.ts';
import type { Os } from '../../os/os.ts';
import { execute } from './execute.ts';

const directory = mkdtempSync(join(tmpdir(), 'patchkeep-copies-'));
afterAll(() => rmSync(directory, { recursive: true }));
const content = Buffer.from('an installer');

const copy = (version: string, more: Partial<SoftwareCopy> = {}): SoftwareCopy => ({
  name: `7-Zip ${version} (x64)`,
  publisher: 'Igor Pavlov',
  version,
  scope: 'machine',
  source: 'msi',
  ...more,
});

interface Given {
  about?: Partial<PackageStatement>;
  order?: Partial<Order>;
  signedIn?: string[];
  /** Of the host. */
  architecture?: string;
  list?: () => Promise<SoftwareCopy[]>;
}
/** Tells a system that lists these copies to update 7-Zip to 26.02. */
const update = async (copies: readonly SoftwareCopy[], given: Given = {}) => {
  const done = { fetched: 0, ran: 0 };
  const os = {
    desktop: { ...nobodyThere, isSignedIn: async (user: string) => given.signedIn?.includes(user) === true },
    readFacts: async () => ({ os: { architecture: given.architecture ?? 'x64' } }),
    listSoftware: given.list ?? (async () => [...copies]),
    runInstaller: async () => {
      done.ran += 1;
      return 0;
    },
  } as unknown as Os;
  const caller = {
    call: async () => {
      done.fetched += 1;
      return { offset: 0, size: content.length, content };
    },
  } as unknown as Caller;
  const statement = {
    channelTag: '7-zip',
    version: '26.02',
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
    kind: 'msi',
    scope: 'machine',
    installArguments: [],
    installedAs: { names: ['7-zip'], publishers: ['Igor Pavlov'], scheme: 'generic' },
    ...given.about,
  };
  const order = { kind: 'upgrade-package', options: {}, ...given.order };
  const accepted = { order, package: statement } as unknown as Accepted;
  const outcome = await execute(accepted, { os, caller, directory, now: Date.now }, new AbortController().signal);
  return { outcome, ...done };
};
const nothingDone = { fetched: 0, ran: 0 };

describe('an update', () => {
  it('is refused where no copy is: nothing is fetched, nothing is run, and the refusal says why', async () => {
    for (const copies of [[], [copy('24.07', { name: 'WinRAR' })], [copy('24.07', { publisher: 'Somebody' })]])
      expect(await update(copies)).toMatchObject({
        ...nothingDone,
        outcome: {
          result: 'rejected',
          exitCode: null,
          cause:
            'This host has no older copy that this package could update, and an update installs nothing new (notInstalled: no copy).',
        },
      });
    expect(existsSync(join(directory, 'files'))).toBe(false);
  });

  it('runs where an older copy is', async () => {
    expect(await update([copy('24.07')])).toMatchObject({ ran: 1, outcome: { result: 'tentative', exitCode: 0 } });
    expect(await update([copy('27.00'), copy('24.07')])).toMatchObject({ ran: 1 });
  });

  it('is refused where only a newer copy is', async () => {
    expect(await update([copy('27.00')])).toMatchObject({
      ...nothingDone,
      outcome: { result: 'rejected', cause: expect.stringContaining('(notInstalled: only a newer copy)') },
    });
  });

  it('runs nothing where its version is there already, and leaves the proof to the inventory', async () => {
    expect(await update([copy('26.02')])).toMatchObject({
      ...nothingDone,
      outcome: { result: 'tentative', pkgResult: 'Success', exitCode: null },
    });
  });

  it('of the copy of a user looks at the copies of that user, once they are signed in', async () => {
    const forAda: Given = { about: { scope: 'user' }, order: { options: { user: 'ada' } } };
    const of = (user: string) => copy('24.07', { scope: 'user', user });
    expect(await update([], forAda)).toMatchObject({ ...nothingDone, outcome: { result: 'pending', awaits: 'login' } });
    const here = { ...forAda, signedIn: ['ada'] };
    expect(await update([copy('24.07'), of('bob')], here)).toMatchObject({
      ...nothingDone,
      outcome: { result: 'rejected' },
    });
    expect(await update([of('ada')], here)).toMatchObject({ ran: 1 });
    expect(await update([of('ada')])).toMatchObject({ ...nothingDone, outcome: { result: 'rejected' } });
  });

  it('is tried again later when the list cannot be read', async () => {
    const list = () => Promise.reject(new Error('reg.exe is gone'));
    expect(await update([], { list })).toMatchObject({
      ...nothingDone,
      outcome: { result: 'failed', pkgResult: 'Busy', cause: 'reg.exe is gone' },
    });
  });

  it('of one variant leaves the copies of others alone', async () => {
    const about = { architectures: ['x86'], family: 'msi' } satisfies Partial<PackageStatement>;
    const refused = { ...nothingDone, outcome: { result: 'rejected', cause: expect.stringContaining('notInstalled') } };
    expect(await update([copy('24.07', { architecture: 'x64' })], { about })).toMatchObject(refused);
    expect(await update([copy('24.07', { architecture: 'x86', source: 'exe' })], { about })).toMatchObject(refused);
    expect(await update([copy('24.07', { architecture: 'x86' })], { about })).toMatchObject({ ran: 1 });
    // Nobody could tell for which processor it is.
    expect(await update([copy('24.07')], { about })).toMatchObject({ ran: 1 });
    const both = [copy('24.07', { architecture: 'x64' }), copy('26.02', { architecture: 'x86' })];
    expect(await update(both, { about })).toMatchObject({ ...nothingDone, outcome: { result: 'tentative' } });
  });

  it.each([
    ['x64', 'arm64', 0],
    ['ia32', 'x64', 0],
    ['x64', 'x86', 1],
    ['arm64', 'x64', 1],
  ] as const)('on %s of a package for %s', async (architecture, named, ran) => {
    const copies = [copy('24.07', { architecture: named })];
    const { outcome, ...done } = await update(copies, { architecture, about: { architectures: [named] } });
    expect(done.ran).toBe(ran);
    if (ran === 0)
      expect([done.fetched, outcome]).toMatchObject([
        0,
        {
          result: 'rejected',
          cause: `This host cannot run programs for the processor that this package is for (wrongArchitecture: ${named} on ${architecture}).`,
        },
      ]);
  });

  it('is not alone: what is installed anew must run on the host too', async () => {
    const given: Given = { order: { kind: 'install-package' }, about: { architectures: ['arm64'] } };
    expect(await update([], given)).toMatchObject({ ...nothingDone, outcome: { result: 'rejected' } });
  });

  it('by a statement that is older than the rule runs as before', async () => {
    expect(await update([], { about: { installedAs: undefined } })).toMatchObject({ ran: 1 });
  });

  it('is what is looked at: installing and removing need no older copy', async () => {
    expect(await update([], { order: { kind: 'install-package' } })).toMatchObject({ ran: 1 });
    expect(await update([], { order: { kind: 'remove-package' }, about: { removeArguments: [] } })).toMatchObject({
      ran: 1,
    });
  });
});
