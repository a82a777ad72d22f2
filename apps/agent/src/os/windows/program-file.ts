import { win32 } from 'node:path';
import { type Disk, disk, lookAt } from './local-path.ts';
import type { Listed } from './uninstall.ts';

/** The path of a folder without backslashes at its end; that of a drive keeps its one. */
const withoutEnd = (folder: string): string => {
  let end = folder.length;
  while (end > 1 && folder[end - 1] === '\\' && folder[end - 2] !== ':') end -= 1;
  return folder.slice(0, end);
};

/** `"C:\x\app.exe",0` or `C:\x\app.exe,-101`: the file before the number of its icon. */
export const iconFile = (icon: string): string =>
  icon
    .replace(/,\s*-?\d+\s*$/, '')
    .replaceAll('"', '')
    .trim();

/** The program a command line starts; quotes where the path has spaces, or none at all. */
export const commandFile = (command: string): string =>
  /^"([^"]+)"/.exec(command)?.[1] ?? /^(.+?\.exe)(\s|$)/i.exec(command)?.[1] ?? '';

const removers = /^(unins|uninst|setup|install|remove|modify|maintenance)/i;
/** Windows Installer keeps copies of icons there, some of them named .exe. */
const iconCache = /\\windows\\installer\\/i;
const isProgram = (path: string): boolean =>
  /\.exe$/i.test(path) && !removers.test(win32.basename(path)) && !iconCache.test(path);

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The program among a folder's files that the product is named for; the only one needs no name. */
export const pickProgram = (files: string[], productName: string): string | undefined => {
  const programs = files.filter(isProgram).toSorted();
  const wanted = plain(productName);
  const named = programs.filter((file) => {
    const stem = plain(win32.basename(file, win32.extname(file)));
    return stem.length > 2 && (wanted.includes(stem) || stem.includes(wanted));
  });
  return named[0] ?? (programs.length === 1 ? programs[0] : undefined);
};

/**
 * Where a listed product lives: its program if that can be told, else its folder. Users write some of these paths, and
 * whoever looks is the system, so only paths on drives of this machine are looked at.
 */
export const findProgram = async (
  { copy, icon, location, uninstall }: Listed,
  drives: string,
  on: Disk = disk,
): Promise<string | undefined> => {
  const shown = iconFile(icon);
  if (isProgram(shown) && (await lookAt(shown, drives, on)) === 'file') return shown;
  const remover = commandFile(uninstall);
  const isOwnRemover = remover !== '' && !/msiexec\.exe$|rundll32\.exe$|\\package cache\\/i.test(remover);
  const folder = location.replaceAll('"', '') || (isOwnRemover ? win32.dirname(remover) : '');
  // A folder that is gone tells where the product is not.
  if ((await lookAt(folder, drives, on)) !== 'folder') return undefined;
  const program = pickProgram(await on.list(folder), copy.name);
  const path = program === undefined ? withoutEnd(folder) : win32.join(folder, program);
  return program !== undefined && (await on.kindOf(path)) !== 'file' ? folder : path;
};
