import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProgramFile } from '@patchkeep/pe/program';
import { afterAll, describe, expect, it } from 'vitest';
import { commandFile, iconFile, pickProgram } from './program-file.ts';
import { parseRegText } from './reg-text.ts';
import { architectureOf, expand, listUninstall } from './uninstall.ts';
import { windowsName } from './windows-name.ts';

const root = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Uninstall';
/** `hex(2)` as regedit writes it, broken over lines. */
const hexOf = (kind: string, text: string): string => {
  const bytes = [...Buffer.from(`${text}\0`, 'utf16le')].map((byte) => byte.toString(16).padStart(2, '0'));
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 20) lines.push(bytes.slice(at, at + 20).join(','));
  return `${kind}:${lines.join(',\\\r\n  ')}`;
};
const recorded = [
  '\uFEFFWindows Registry Editor Version 5.00',
  '',
  `[${root}]`,
  '',
  `[${root}\\{1D8E6291-B0D5-35EC-8441-6616F567A0F7}]`,
  '"DisplayName"="Måleværktøj 2 (x64)"',
  '"DisplayVersion"="2.10.4"',
  '"Publisher"="Ærlig Software A/S"',
  '"WindowsInstaller"=dword:00000001',
  '"UninstallString"="MsiExec.exe /X{1D8E6291-B0D5-35EC-8441-6616F567A0F7}"',
  '',
  `[${root}\\Editor]`,
  '@="the default value"',
  '"DisplayName"="The \\"Best\\" Editor"',
  '"DisplayVersion"="7.1"',
  `"UninstallString"=${hexOf('hex(2)', '"%ProgramFiles%\\Editor\\unins000.exe"')}`,
  '"DisplayIcon"="C:\\\\Program Files\\\\Editor\\\\editor.exe,0"',
  '"Comments"="two lines\r\n[not a key]\r\n\\"x\\"=y"',
  '"Bytes"=hex:01,02,\\\r\n  03',
  '',
  `[${root}\\Editor\\Sub]`,
  '"DisplayName"="not a product"',
  '',
  `[${root}\\Hidden]`,
  '"DisplayName"="A runtime"',
  '"SystemComponent"=dword:00000001',
  '',
  `[${root}\\KB5031234]`,
  '"DisplayName"="Security Update for Editor"',
  '"ParentKeyName"="Editor"',
  '',
  `[${root}\\Nameless]`,
  '"DisplayVersion"="1"',
  '',
].join('\r\n');

describe('the text of the registry', () => {
  const keys = parseRegText(recorded);

  it('is read with every kind of value', () => {
    const editor = keys.get(`${root}\\Editor`);
    expect(editor?.get('displayname')).toBe('The "Best" Editor');
    expect(editor?.get('')).toBe('the default value');
    expect(editor?.get('uninstallstring')).toBe('"%ProgramFiles%\\Editor\\unins000.exe"');
    expect(editor?.get('comments')).toBe('two lines\r\n[not a key]\r\n"x"=y');
    expect(editor?.get('bytes')).toEqual(Buffer.from([1, 2, 3]));
    expect(keys.get(`${root}\\Hidden`)?.get('systemcomponent')).toBe(1);
    expect(keys.size).toBe(7);
  });

  it('several texts in one value are lines', () => {
    const text = `x\r\n[K]\r\n"many"=${hexOf('hex(7)', 'one\0two\0')}\r\n`;
    expect(parseRegText(text).get('K')?.get('many')).toBe('one\ntwo');
  });

  it('that is broken or empty does no harm', () => {
    expect(parseRegText('').size).toBe(0);
    expect(parseRegText('x\r\n[K\r\n"open').size).toBe(1);
    expect(parseRegText('x\r\n[K]\r\n"a"\r\n"b"="c"').get('K')?.get('b')).toBe('c');
  });

  it('becomes the list of programs a person would see', () => {
    const place = {
      scope: 'machine' as const,
      view: '64' as const,
      environment: { programfiles: 'C:\\Program Files' },
    };
    expect(listUninstall(keys, place)).toEqual([
      {
        copy: {
          name: 'Måleværktøj 2 (x64)',
          publisher: 'Ærlig Software A/S',
          version: '2.10.4',
          scope: 'machine',
          productCode: '{1D8E6291-B0D5-35EC-8441-6616F567A0F7}',
          source: 'msi',
        },
        view: '64',
        icon: '',
        location: '',
        uninstall: 'MsiExec.exe /X{1D8E6291-B0D5-35EC-8441-6616F567A0F7}',
      },
      expect.objectContaining({
        copy: expect.objectContaining({ name: 'The "Best" Editor', productCode: 'Editor', source: 'exe' }),
        uninstall: '"C:\\Program Files\\Editor\\unins000.exe"',
      }),
    ]);
  });
});

describe('the processor of a copy', () => {
  it.each([
    ['exe', '64', undefined, 'x64'],
    ['exe', '32', undefined, 'x86'],
    // 32-bit setups write into the 32-bit view, whatever they install.
    ['exe', '32', 'x64', 'x64'],
    ['exe', '64', 'arm64', 'arm64'],
    ['exe', undefined, 'x64', 'x64'],
    ['exe', undefined, undefined, undefined],
    // A 64-bit MSI may bring 32-bit programs, and stays a 64-bit MSI.
    ['msi', '64', 'x86', 'x64'],
    ['msi', '64', 'arm64', 'arm64'],
    ['msi', '32', undefined, 'x86'],
    ['msi', undefined, 'x64', 'x64'],
  ] as const)('of a %s in view %s whose program is for %s', (source, view, ofProgram, told) => {
    const copy = { name: 'A', publisher: '', version: '1', scope: 'machine', source } as const;
    expect(architectureOf({ copy, ...(view && { view }) }, ofProgram)).toBe(told);
  });
});

describe('the program of a product', () => {
  it.each([
    ['C:\\a b\\app.exe,0', 'C:\\a b\\app.exe'],
    ['"C:\\a b\\app.exe",-101', 'C:\\a b\\app.exe'],
    ['C:\\a\\app.ico', 'C:\\a\\app.ico'],
  ])('icon %s', (icon, file) => expect(iconFile(icon)).toBe(file));

  it.each([
    ['"C:\\a b\\un.exe" /S', 'C:\\a b\\un.exe'],
    ['C:\\a b\\un.exe /S', 'C:\\a b\\un.exe'],
    ['rubbish', ''],
  ])('command %s', (command, file) => expect(commandFile(command)).toBe(file));

  it.each([
    [['unins000.exe', 'editor.exe', 'crash-reporter.exe'], 'The Best Editor', 'editor.exe'],
    [['tool.exe', 'readme.txt'], 'Something Else', 'tool.exe'],
    [['a.exe', 'b.exe'], 'Zebra', undefined],
    [['uninst.exe'], 'Uninst', undefined],
  ])('among %j', (files, name, picked) => expect(pickProgram(files, name)).toBe(picked));

  it('knows the environment whatever its case, and leaves what it does not know', () => {
    expect(expand('%PROGRAMFILES%\\x %Nothing%', { ProgramFiles: 'C:\\P' })).toBe('C:\\P\\x %Nothing%');
  });
});

it('Windows 11 is called so', () => {
  const about = (build: string) =>
    new Map([
      ['productname', 'Windows 10 Pro'],
      ['currentbuildnumber', build],
      ['displayversion', '24H2'],
    ]);
  expect(windowsName(about('26100'))).toBe('Windows 11 Pro 24H2');
  expect(windowsName(about('19045'))).toBe('Windows 10 Pro 24H2');
});

/** The smallest file that is laid out as Windows does it: headers, one section, the three levels of resources. */
const program = ({ is64 = true, version = [1, 2, 3, 4], machine = 0x86_64, isManaged = false } = {}): Buffer => {
  const file = Buffer.alloc(2_048);
  const optional = is64 ? 240 : 224;
  file.write('MZ');
  file.writeUInt32LE(128, 60);
  file.write('PE\0\0', 128, 'latin1');
  file.writeUInt16LE(machine, 132);
  file.writeUInt16LE(1, 134);
  if (isManaged) file.writeUInt32LE(0x2008, 152 + (is64 ? 112 : 96) + 112);
  file.writeUInt16LE(optional, 148);
  file.writeUInt16LE(is64 ? 0x20b : 0x10b, 152);
  file.writeUInt32LE(0x3000, 152 + (is64 ? 112 : 96) + 16);
  const section = 152 + optional;
  file.write('.rsrc', section);
  file.writeUInt32LE(1_024, section + 8);
  file.writeUInt32LE(0x3000, section + 12);
  file.writeUInt32LE(1_024, section + 16);
  file.writeUInt32LE(1_024, section + 20);
  const directory = (at: number, entries: [number, number][]) => {
    file.writeUInt16LE(entries.length, 1_024 + at + 14);
    entries.forEach(([id, to], index) => {
      file.writeUInt32LE(id, 1_024 + at + 16 + index * 8);
      file.writeUInt32LE(to, 1_024 + at + 20 + index * 8);
    });
  };
  const branch = 0x80_00_00_00;
  directory(0, [
    [3, branch + 900],
    [16, branch + 40],
  ]);
  directory(40, [[1, branch + 80]]);
  directory(80, [[1_033, 120]]);
  file.writeUInt32LE(0x3000 + 200, 1_024 + 120);
  file.writeUInt32LE(92, 1_024 + 124);
  const value = 1_024 + 200 + 40;
  file.writeUInt32LE(0xfe_ef_04_bd, value);
  [10, 8, 14, 12].forEach((place, index) => file.writeUInt16LE(version[index]!, value + place));
  return file;
};

describe('a program file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-pe-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (bytes: Buffer | string) => {
    const path = join(folder, 'x.exe');
    writeFileSync(path, bytes);
    return readProgramFile(path);
  };
  const versionOf = async (bytes: Buffer | string) => (await fileOf(bytes)).fileVersion;

  it('tells its version, of 64 and of 32 bits', async () => {
    expect(await versionOf(program())).toBe('1.2.3.4');
    expect(await versionOf(program({ is64: false, version: [10, 0, 65_535, 1] }))).toBe('10.0.65535.1');
  });

  it('tells its processor, unless it is a .NET program that may run on several', async () => {
    const of = async (machine: number, isManaged = false) =>
      (await fileOf(program({ machine, isManaged, is64: machine !== 0x1_4c }))).architecture;
    expect([await of(0x1_4c), await of(0x86_64), await of(0xaa_64), await of(0x1_c4)]).toEqual([
      'x86',
      'x64',
      'arm64',
      undefined,
    ]);
    expect([await of(0x1_4c, true), await of(0x86_64, true)]).toEqual([undefined, 'x64']);
  });

  it('tells nothing where it is none, cut at every length too', async () => {
    expect(await readProgramFile(join(folder, 'missing.exe'))).toEqual({});
    expect(await versionOf('#!/bin/sh')).toBeUndefined();
    const whole = program();
    for (let size = 0; size < 1_300; size += 7)
      expect([undefined, '1.2.3.4']).toContain(await versionOf(whole.subarray(0, size)));
  });

  it('does not follow a file into a loop or out of itself', async () => {
    for (let round = 0; round < 300; round++) {
      const bytes = program();
      for (let i = 0; i < 12; i++) bytes[Math.floor(Math.random() * 1_400)] = Math.floor(Math.random() * 256);
      const version = await versionOf(bytes);
      expect(version === undefined || /^\d+(\.\d+){3}$/.test(version)).toBe(true);
    }
  });
});
