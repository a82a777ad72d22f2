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
  list?: () => Promise<SoftwareCopy[]>;
}
/** Tells a system that lists these copies to update 7-Zip to 26.02. */
const update = async (copies: readonly SoftwareCopy[], given: Given = {}) => {
  const done = { fetched: 0, ran: 0 };
  const os = {
    desktop: { ...nobodyThere, isSignedIn: async (user: string) => given.signedIn?.includes(user) === true },
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
