import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseRegText, type RegKey } from './reg-text.ts';

const run = promisify(execFile);

/** By its full path: a reg.exe in some folder of PATH is not Windows' own. */
export const system32 = (program: string): string =>
  join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', program);

export type View = '64' | '32';

/**
 * A key with all below it, through a file: `reg query` prints in the console's code page and loses every other
 * character. The file lies in a folder of our own, where nobody can put another in its place. Empty without the key.
 */
export const exportKey = async (key: string, view: View, scratch: string): Promise<Map<string, RegKey>> => {
  const file = join(scratch, `${randomUUID()}.reg`);
  try {
    await run(system32('reg.exe'), ['export', key, file, '/y', `/reg:${view}`], { windowsHide: true });
    return parseRegText(await readFile(file, 'utf16le'));
  } catch (error) {
    // reg.exe ends with 1 when there is no such key; anything else must not look like an empty list.
    if ((error as { code?: unknown }).code === 1) return new Map();
    throw error;
  } finally {
    await rm(file, { force: true });
  }
};

const query = async (args: string[]): Promise<string> => {
  const { stdout } = await run(system32('reg.exe'), ['query', ...args], { windowsHide: true }).catch(() => ({
    stdout: '',
  }));
  return stdout;
};

export const hasKey = async (key: string): Promise<boolean> => {
  try {
    await run(system32('reg.exe'), ['query', key, '/reg:64'], { windowsHide: true });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 1) return false;
    throw error;
  }
};

/** Plain values of one key, without what is below it; for values that hold nothing but ASCII. */
export const queryValues = async (key: string): Promise<Map<string, string>> => {
  const values = new Map<string, string>();
  for (const line of (await query([key, '/reg:64'])).split(/\r?\n/)) {
    // Four blanks, the name, its kind between four blanks each, the value.
    const found = line.startsWith('    ') ? / {4}(REG_\w+) {4}/.exec(line.slice(5)) : null;
    if (found === null) continue;
    const name = line.slice(4, 5 + found.index);
    const value = line.slice(5 + found.index + found[0].length);
    values.set(name.toLowerCase(), found[1] === 'REG_DWORD' ? String(Number(value)) : value);
  }
  return values;
};

/** The users whose part of the registry is loaded: those logged in, and services with an account. */
export const loadedUsers = async (): Promise<string[]> =>
  (await query(['HKU']))
    .split(/\r?\n/)
    .flatMap((line) => /^HKEY_USERS\\(S-1-5-21-[\d-]+)$/.exec(line.trim())?.[1] ?? []);
