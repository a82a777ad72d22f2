import { hasKey, queryValues } from './registry.ts';

const current = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion';
/** Keys that are there as long as Windows waits for a restart, and whose it is. */
const keys: readonly [key: string, whose: string][] = [
  [`${current}\\Component Based Servicing\\RebootPending`, 'a component of Windows'],
  [`${current}\\WindowsUpdate\\Auto Update\\RebootRequired`, 'Windows Update'],
];
const sessionManager = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager';

/** As `reg query` separates texts; within a path the same two characters are a folder that begins with a nought. */
const separator = /\\0(?=\\0|!?\\\?\?\\|$)/;

/**
 * Files that take their place with the next restart, of `PendingFileRenameOperations`: pairs of from and to. Without a
 * "to" a file is only deleted, which installers ask for all the time to be rid of their own leftovers: nobody waits.
 */
export const replacedFiles = (text: string): string[] => {
  const parts = text.split(separator);
  return parts.flatMap((to, index) => (index % 2 === 1 && to !== '' ? to.replace(/^!?\\\?\?\\/, '') : []));
};

/** What waits for a restart of Windows, each in a few words. */
export const readPendingRestart = async (): Promise<string[]> => {
  const found: string[] = [];
  for (const [key, whose] of keys) if (await hasKey(key)) found.push(whose);
  const renames = (await queryValues(sessionManager)).get('pendingfilerenameoperations') ?? '';
  return [...found, ...replacedFiles(renames)];
};
