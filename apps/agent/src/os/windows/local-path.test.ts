import { describe, expect, it } from 'vitest';
import { type Disk, isOnLocalDrive, lookAt } from './local-path.ts';
import { findProgram } from './program-file.ts';
import { expand, type Listed } from './uninstall.ts';

/** A machine with these files, which remembers what was looked at. */
const machine = (files: Record<string, 'file' | 'folder' | 'link'>): Disk & { touched: string[] } => {
  const touched: string[] = [];
  return {
    touched,
    kindOf: async (path) => {
      touched.push(path);
      return files[path] ?? 'missing';
    },
    list: async (folder) => {
      touched.push(folder);
      return Object.keys(files).flatMap((path) =>
        path.startsWith(`${folder}\\`) ? path.slice(folder.length + 1) : [],
      );
    },
  };
};
const listed = (more: Partial<Listed>): Listed => ({
  copy: { name: 'App', publisher: '', version: '1', scope: 'user', source: 'exe' },
  icon: '',
  location: '',
  uninstall: '',
  ...more,
});

const foreign = [
  '\\\\evil\\share\\app.exe',
  '//evil/share/app.exe',
  '\\/evil/share/app.exe',
  '\\\\?\\UNC\\evil\\share\\app.exe',
  '\\\\?\\C:\\app\\app.exe',
  '\\\\.\\pipe\\app.exe',
  '\\\\.\\UNC\\evil\\share\\app.exe',
  '\\??\\UNC\\evil\\share\\app.exe',
  'C:\\\\evil\\share\\app.exe',
  'Z:\\share\\app.exe',
  'C:app.exe',
  'app\\app.exe',
  '\\app\\app.exe',
  'file://evil/share/app.exe',
  '%LOGONSERVER%\\share\\app.exe',
  'C:\\%X%\\app.exe',
];

describe('a path that a user wrote into an uninstall key', () => {
  it('is not looked at unless it is on a drive of this machine', async () => {
    for (const path of foreign) {
      const on = machine({});
      expect([path, isOnLocalDrive(path, 'CD')]).toEqual([path, false]);
      const folder = path.replace(/[\\/]?app\.exe$/, '');
      for (const entry of [{ icon: `"${path}",0` }, { location: folder }, { uninstall: `"${path}" /S` }])
        expect(await findProgram(listed(entry), 'CD', on)).toBeUndefined();
      expect([path, on.touched]).toEqual([path, []]);
    }
  });

  it('is judged after the names of its environment are put in', async () => {
    const on = machine({});
    const environment = { LOGONSERVER: '\\\\EVIL', HOMESHARE: '//evil/home' };
    for (const text of ['%LOGONSERVER%\\x\\app.exe', '%homeshare%/app.exe'])
      expect(await findProgram(listed({ icon: expand(text, environment) }), 'C', on)).toBeUndefined();
    expect(on.touched).toEqual([]);
  });

  it('is not followed through a link, which may lead to another machine', async () => {
    const on = machine({ 'C:\\Users\\u': 'folder', 'C:\\Users': 'folder', 'C:\\Users\\u\\link': 'link' });
    expect(await lookAt('C:\\Users\\u\\link\\app.exe', 'C', on)).toBeUndefined();
    expect(on.touched).not.toContain('C:\\Users\\u\\link\\app.exe');
    expect(await findProgram(listed({ location: 'C:\\Users\\u\\link' }), 'C', on)).toBeUndefined();
  });

  it('is found on a drive of this machine, with either slash', async () => {
    const on = machine({ 'C:\\App': 'folder', 'C:\\App\\app.exe': 'file', 'D:\\': 'folder' });
    expect(await findProgram(listed({ icon: 'C:\\App\\app.exe,0' }), 'CD', on)).toBe('C:\\App\\app.exe');
    expect(
      await findProgram(
        listed({ icon: 'c:/App/app.exe' }),
        'CD',
        machine({ 'c:\\App': 'folder', 'c:\\App\\app.exe': 'file' }),
      ),
    ).toBe('c:/App/app.exe');
    expect(await findProgram(listed({ location: 'C:\\App' }), 'CD', on)).toBe('C:\\App\\app.exe');
    expect(await findProgram(listed({ location: 'C:\\Gone' }), 'CD', on)).toBeUndefined();
  });
});
