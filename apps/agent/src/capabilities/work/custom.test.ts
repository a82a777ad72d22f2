import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { CustomPackage } from '@patchkeep/orders/custom/custom-package';
import type { Accepted } from '@patchkeep/orders/judge';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../checkin/caller.ts';
import { runLinuxInstaller } from '../../os/linux/installer.ts';
import { nobodyThere } from '../../os/nobody-there.factory.ts';
import type { Installer, Os } from '../../os/os.ts';
import { execute } from './execute.ts';

const directory = mkdtempSync(join(tmpdir(), 'patchkeep-custom-'));
afterAll(() => rmSync(directory, { recursive: true }));
const record = join(directory, 'record');

/** Writes down how it was called, where it stands and what lies beside it. */
const script = `#!/bin/sh
{ pwd; for each in "$@"; do echo "[$each]"; done; ls; cat settings.txt; } > ${record}
exit \${CODE:-0}
`;
const contents = new Map<string, Buffer>();
const fileOf = (name: string, content: string) => {
  const bytes = Buffer.from(content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  contents.set(sha256, bytes);
  return { name, sha256, bytes: bytes.length };
};
/** The far end, which hands the files out. */
const caller = {
  call: async (_: unknown, { sha256, offset }: { sha256: string; offset: number }) => {
    const content = contents.get(sha256) ?? Buffer.alloc(0);
    return { offset, size: content.length, content: content.subarray(offset).toString('base64') };
  },
} as unknown as Caller;

const custom: CustomPackage = {
  site: '',
  config: '',
  title: 'House tool',
  release: 1,
  madeAt: 0,
  expires: 0,
  kind: 'sh',
  scope: 'machine',
  files: [fileOf('install.sh', script), fileOf('settings.txt', 'colour=blue')],
  main: 'install.sh',
  installArguments: ['--to', '{folder}/a b', 'NAME=x y; reboot'],
  removeArguments: ['--remove'],
  flags: { progressPopup: false, interactive: false, requiresUac: false },
  recognition: null,
};

let ran: Installer[] = [];
beforeEach(() => {
  ran = [];
  rmSync(record, { force: true });
});
const copy: SoftwareCopy = { name: 'House tool', publisher: '', version: '1.0', scope: 'machine', source: 'dpkg' };
const os = {
  desktop: { ...nobodyThere, isSignedIn: async (user: string) => user === 'anna' },
  listSoftware: async () => [copy],
  runInstaller: (installer: Installer, signal: AbortSignal) => {
    ran.push(installer);
    return installer.kind === 'exe' ? Promise.resolve(1_603) : runLinuxInstaller('/', installer, signal);
  },
} as unknown as Os;
const doIt = (more: Partial<CustomPackage> = {}, options: Record<string, string> = {}) => {
  const order = { kind: 'custom', task: 'the-task', options };
  const accepted = { order, package: null, custom: { ...custom, ...more } } as unknown as Accepted;
  return execute(accepted, { os, caller, directory, now: Date.now }, new AbortController().signal);
};
const files = () => readdirSync(join(directory, 'files'));

describe('custom software', () => {
  it('is run where its files lie, with each argument whole, and leaves no file behind', async () => {
    expect(await doIt()).toMatchObject({ result: 'tentative', pkgResult: 'Success', exitCode: 0 });
    const folder = join(directory, 'files', 'the-task');
    expect(readFileSync(record, 'utf8').split('\n')).toEqual([
      folder,
      '[--to]',
      `[${folder}/a b]`,
      '[NAME=x y; reboot]',
      'install.sh',
      'settings.txt',
      'colour=blue',
    ]);
    expect(files()).toEqual([]);
  });

  it('is removed by its main file with the arguments for that', async () => {
    await doIt({}, { action: 'remove' });
    expect(readFileSync(record, 'utf8')).toContain('[--remove]\n');
    expect(ran).toMatchObject([{ action: 'remove' }]);
  });

  it('is not run when one of its files is another, or does not come', async () => {
    const [main, settings] = custom.files;
    if (!main || !settings) throw new Error('no files');
    contents.set(settings.sha256, Buffer.from('colour=evil'));
    expect(await doIt()).toMatchObject({ result: 'invalid' });
    contents.set(settings.sha256, Buffer.from('colour=blue'));
    const missing = { ...settings, sha256: 'ab'.repeat(32) };
    expect(await doIt({ files: [main, missing] })).toMatchObject({ result: 'invalid' });
    expect([ran, existsSync(record)]).toEqual([[], false]);
  });

  it('is not run where the list of software shows it already, but removed there', async () => {
    const shown = { recognition: { by: 'name', name: 'house tool', version: '1.0' } } as const;
    expect(await doIt(shown)).toMatchObject({ result: 'tentative', exitCode: null });
    expect(ran).toEqual([]);
    await doIt(shown, { action: 'remove' });
    await doIt({ recognition: { by: 'name', name: 'House tool', version: '1.1' } });
    expect(ran).toHaveLength(2);
  });

  it('waits for its user, and shows what it was made to show to nobody but them', async () => {
    const flags = { progressPopup: true, interactive: false, requiresUac: false };
    const own = { scope: 'user', kind: 'exe', main: 'install.sh', flags } as const;
    expect(await doIt(own, { user: 'ben' })).toMatchObject({ result: 'pending', awaits: 'login' });
    await doIt(own, { user: 'anna' });
    await doIt({ kind: 'exe', flags });
    expect(ran.map(({ user, shows }) => [user, shows])).toEqual([
      ['anna', 'progress'],
      [undefined, undefined],
    ]);
  });

  it('ends as its exit code says, and as not supported where the system runs no such file', async () => {
    expect(await doIt({ kind: 'exe' })).toMatchObject({ result: 'failed', exitCode: 1_603 });
    expect(await doIt({ kind: 'ps1' })).toMatchObject({ result: 'notSupported' });
    const exitCodes = { failed: [{ code: 1_603, says: 'The licence has run out.' }] };
    expect(await doIt({ kind: 'exe', exitCodes })).toMatchObject({ cause: 'The licence has run out. (1603)' });
  });
});
