import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { Accepted } from '@patchkeep/orders/judge';
import type { Order, PackageStatement, Removal } from '@patchkeep/orders/statements';
import { afterAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../checkin/caller.ts';
import { nobodyThere } from '../../os/nobody-there.factory.ts';
import type { Os } from '../../os/os.ts';
import { execute } from './execute.ts';
import { removeAll } from './remove-first.ts';

const directory = mkdtempSync(join(tmpdir(), 'patchkeep-removals-'));
afterAll(() => rmSync(directory, { recursive: true }));
const content = Buffer.from('an installer');
const { signal } = new AbortController();

const copy = (name: string, version: string, more: Partial<SoftwareCopy> = {}): SoftwareCopy => ({
  name,
  publisher: 'JetBrains s.r.o.',
  version,
  scope: 'machine',
  source: 'exe',
  productCode: `${name} ${version}`,
  ...more,
});

interface Given {
  about?: Partial<PackageStatement>;
  order?: Partial<Order>;
  /** What the uninstaller and the installer end with. */
  removing?: number;
  installing?: number | Error;
  /** Entries that this host does not see how to remove. */
  stuck?: string[];
  signedIn?: string[];
  hasFile?: boolean;
}
/** Tells a system that lists these copies to bring GoLand to 2024.2, which removes the older copy first. */
const update = async (copies: readonly SoftwareCopy[], given: Given = {}) => {
  const done: string[] = [];
  let listed = [...copies];
  const os = {
    desktop: { ...nobodyThere, isSignedIn: async (user: string) => given.signedIn?.includes(user) === true },
    listSoftware: async () => listed,
    findRemoval: async (one: SoftwareCopy, how: Removal) => {
      if (given.stuck?.includes(one.productCode ?? '')) return undefined;
      const text = how.by === 'uninstallEntry' ? how.arguments.join(' ') : how.by;
      return {
        remove: async () => {
          done.push(`remove ${one.productCode} ${text}`);
          const code = given.removing ?? 0;
          if (code === 0) listed = listed.filter((each) => each.productCode !== one.productCode);
          return code;
        },
        isListed: async () => listed.some((each) => each.productCode === one.productCode),
        isAtWork: async () => false,
      };
    },
    runInstaller: async () => {
      done.push('install');
      if (given.installing instanceof Error) throw given.installing;
      return given.installing ?? 0;
    },
  } as unknown as Os;
  const caller = {
    call: async () => {
      if (given.hasFile === false) throw new Error('The server does not answer');
      return { offset: 0, size: content.length, content };
    },
  } as unknown as Caller;
  const statement = {
    channelTag: 'goland',
    version: '2024.2',
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
    kind: 'exe',
    scope: 'machine',
    installArguments: ['/S'],
    removeArguments: [],
    installedAs: { names: ['goland'], publishers: ['JetBrains'], scheme: 'generic' },
    removesFirst: { by: 'uninstallEntry', arguments: ['/S'] },
    ...given.about,
  };
  const order = { kind: 'upgrade-package', options: {}, ...given.order };
  const accepted = { order, package: statement } as unknown as Accepted;
  const outcome = await execute(accepted, { os, caller, directory, now: Date.now }, signal);
  return { outcome, done };
};
const old = copy('GoLand 2024.1', '2024.1');

describe('an update that removes first', () => {
  it('removes every older copy that it updates, then installs; nothing else on the host is removed', async () => {
    const others = [
      copy('WebStorm 2024.1', '2024.1'),
      copy('GoLand 2025.1', '2025.1'),
      copy('GoLand 2023.3', '2023.3', { scope: 'user', user: 'ada' }),
      copy('GoLand 2022.1', '2022.1', { publisher: 'Somebody' }),
    ];
    expect(await update([old, ...others, copy('GoLand 2023.2', '2023.2')])).toMatchObject({
      done: ['remove GoLand 2023.2 2023.2 /S', 'remove GoLand 2024.1 2024.1 /S', 'install'],
      outcome: { result: 'tentative', pkgResult: 'Success', exitCode: 0 },
    });
  });

  it('removes a copy of a user only where it is about that user', async () => {
    const of = (user: string) => copy('GoLand 2024.1', '2024.1', { scope: 'user', user, productCode: `of ${user}` });
    const forAda: Given = { about: { scope: 'user' }, order: { options: { user: 'ada' } }, signedIn: ['ada'] };
    expect((await update([of('bob'), of('ada'), old], forAda)).done).toEqual(['remove of ada /S', 'install']);
  });

  it('removes by the product code of the copy where it says so', async () => {
    const given: Given = { about: { removesFirst: { by: 'productCode' } } };
    expect((await update([old], given)).done).toEqual(['remove GoLand 2024.1 2024.1 productCode', 'install']);
  });

  it('is refused, and nothing is removed or run, where the host does not see how to remove a copy', async () => {
    const another = copy('GoLand 2023.2', '2023.2');
    expect(await update([old, another], { stuck: ['GoLand 2024.1 2024.1'] })).toEqual({
      done: [],
      outcome: expect.objectContaining({
        result: 'rejected',
        pkgResult: 'Error',
        exitCode: null,
        cause:
          'The older version must be removed first, and this host does not see how to do that safely (notRemovable: GoLand 2024.1).',
      }),
    });
  });

  it('removes nothing before its file is here', async () => {
    expect(await update([old], { hasFile: false })).toMatchObject({ done: [], outcome: { result: 'sourceFailed' } });
  });

  it('installs nothing when the removal fails, and says so', async () => {
    expect(await update([old], { removing: 1_603 })).toMatchObject({
      done: ['remove GoLand 2024.1 2024.1 /S'],
      outcome: {
        result: 'failed',
        pkgResult: 'Error',
        exitCode: 1_603,
        cause: 'GoLand 2024.1 could not be removed, and nothing was installed: The installer met a fatal error (1603).',
      },
    });
    expect(await update([old], { removing: 1_618 })).toMatchObject({
      outcome: { result: 'failed', pkgResult: 'Busy' },
    });
  });

  it('says that the older version is gone when the new one was not installed', async () => {
    const ends: [installing: number | Error, exitCode: number | null, told: string][] = [
      [1_603, 1_603, 'The installer met a fatal error (1603).'],
      [1_618, 1_618, 'Another installation is in progress (1618).'],
      [3_017, null, 'The host must restart before it can be installed (3017).'],
      [1_602, 1_602, 'A user cancelled the installation (1602).'],
      [new Error('spawn EPERM'), null, 'spawn EPERM'],
    ];
    for (const [installing, exitCode, told] of ends) {
      const { outcome } = await update([old], { installing });
      // Final: another try would find no copy, and its refusal would hide this.
      expect(outcome).toEqual({
        result: 'failed',
        pkgResult: 'Error',
        exitCode,
        cause: `GoLand 2024.1 was removed, but the new version was not installed: ${told}`,
        isDiskFull: false,
      });
    }
  });

  it('removes nothing when it is told to install or remove', async () => {
    const installed = await update([old], { order: { kind: 'install-package' } });
    expect(installed.done).toEqual(['install']);
  });
});

describe('an uninstaller', () => {
  const pace = { listedMs: 2_000, atWorkMs: 2_000, lookMs: 1 };
  const called = 'App 1.0';

  it('that goes on after its first process has ended is waited for', async () => {
    let [listed, atWork] = [3, 3];
    const removed: string[] = [];
    const one = {
      remove: async () => 0,
      isListed: async () => (listed -= 1) > 0,
      isAtWork: async () => (atWork -= 1) > 0,
    };
    expect(await removeAll([{ called, copy: one }], removed, signal, pace)).toBeUndefined();
    expect({ listed, atWork, removed }).toEqual({ listed: 0, atWork: 0, removed: [called] });
  });

  it('that says that it succeeded while its copy is still listed has failed', async () => {
    const removed: string[] = [];
    const one = { remove: async () => 0, isListed: async () => true, isAtWork: async () => false };
    const end = await removeAll([{ called, copy: one }], removed, signal, { ...pace, listedMs: 5 });
    expect(end).toMatchObject({
      result: 'failed',
      pkgResult: 'Error',
      cause: 'App 1.0 could not be removed, and nothing was installed: Windows still lists it.',
    });
    expect(removed).toEqual([]);
  });
});
