import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { Removal } from '@patchkeep/orders/statements';
import { describe, expect, it } from 'vitest';
import type { Disk } from './local-path.ts';
import { removalCommand } from './remove-copy.ts';

const code = '{23170F69-40C1-2702-2501-000001000000}';
const byCode: Removal = { by: 'productCode' };
const byEntry: Removal = { by: 'uninstallEntry', arguments: ['/S'] };

/** What the disk of the host holds. */
const files = new Set([
  'C:\\Program Files\\App\\uninstall.exe',
  'C:\\Program Files (x86)\\App\\unins000.exe',
  'C:\\Users\\ada\\AppData\\Local\\App\\uninstall.exe',
  'C:\\Windows\\System32\\rundll32.exe',
  'C:\\Program Files\\App\\clean.bat',
]);
const links = new Set(['C:\\Program Files\\Link']);
const folders = [...files].flatMap((file) =>
  file.split('\\').map((_, index, parts) => parts.slice(0, index).join('\\')),
);
const on: Disk = {
  async kindOf(path) {
    if (links.has(path)) return 'link';
    if (files.has(path)) return 'file';
    return folders.includes(path) ? 'folder' : 'missing';
  },
  list: async () => [],
};
const machine = { drives: 'C', programFolders: ['C:\\Program Files', 'C:\\Program Files (x86)'], on };

const commandOf = (uninstall: string, removal: Removal, more: Partial<SoftwareCopy> = {}) => {
  const copy: SoftwareCopy = {
    name: 'App',
    publisher: 'Maker',
    version: '1.0',
    scope: 'machine',
    source: 'exe',
    productCode: 'App',
    ...more,
  };
  return removalCommand({ copy, uninstall, icon: '', location: '' }, removal, machine);
};

describe('the removal of a copy by its product code', () => {
  it('asks the Windows Installer to remove the code of the entry', async () => {
    const command = await commandOf(`MsiExec.exe /X${code}`, byCode, { source: 'msi', productCode: code });
    expect(command).toMatchObject({ arguments: ['/x', code, '/qn', '/norestart'], isVerbatim: true });
    expect(command?.program).toMatch(/msiexec\.exe$/);
  });

  it('is not done for an entry that is no product of the Windows Installer', async () => {
    const entries: Partial<SoftwareCopy>[] = [
      { source: 'exe', productCode: code },
      { source: 'msi', productCode: 'App' },
      { source: 'msi', productCode: `${code} /i C:\\evil.msi` },
      { source: 'msi', productCode: undefined },
    ];
    for (const entry of entries) expect([entry, await commandOf('', byCode, entry)]).toEqual([entry, undefined]);
  });
});

describe('the removal of a copy by its uninstall entry', () => {
  it('runs the program of the entry with the signed arguments, and with nothing that the entry says', async () => {
    expect(await commandOf('"C:\\Program Files\\App\\uninstall.exe" /AllUsers /evil', byEntry)).toEqual({
      program: 'C:\\Program Files\\App\\uninstall.exe',
      arguments: ['/S'],
    });
    expect(await commandOf('C:\\Program Files (x86)\\App\\unins000.exe', byEntry)).toMatchObject({ arguments: ['/S'] });
  });

  it('is not done for the machine by a program that somebody else could have put there', async () => {
    const programs = {
      'in a folder of a user': '"C:\\Users\\ada\\AppData\\Local\\App\\uninstall.exe"',
      'that leaves its folder': '"C:\\Program Files\\..\\Users\\ada\\AppData\\Local\\App\\uninstall.exe"',
      'of Windows': 'C:\\Windows\\System32\\rundll32.exe evil.dll',
      'on another machine': '"\\\\server\\Program Files\\App\\uninstall.exe"',
      'behind a link': '"C:\\Program Files\\Link\\uninstall.exe"',
      'that is not there': '"C:\\Program Files\\App\\gone.exe"',
      'that is a script': '"C:\\Program Files\\App\\clean.bat"',
      'without a name': '',
    };
    for (const [what, uninstall] of Object.entries(programs))
      expect([what, await commandOf(uninstall, byEntry)]).toEqual([what, undefined]);
  });

  it('of a user may run a program of that user, which only that user is made to start', async () => {
    const of: Partial<SoftwareCopy> = { scope: 'user', user: 'ada' };
    expect(await commandOf('"C:\\Users\\ada\\AppData\\Local\\App\\uninstall.exe"', byEntry, of)).toMatchObject({
      arguments: ['/S'],
    });
    expect(await commandOf('"\\\\server\\share\\uninstall.exe"', byEntry, of)).toBeUndefined();
  });
});
