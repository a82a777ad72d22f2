import { win32 } from 'node:path';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { Removal } from '@patchkeep/orders/statements';
import type { RemovableCopy } from '../os.ts';
import { runProgram } from '../run-program.ts';
import { type Command, runAsUser } from './as-user/as-user.ts';
import { type Disk, disk, lookAt } from './local-path.ts';
import { localDrives } from './own-program.ts';
import { commandFile } from './program-file.ts';
import { system32 } from './registry.ts';
import { isProductCode, type Listed } from './uninstall.ts';

interface Machine {
  /** The letters of its own drives. */
  drives: string;
  /** Folders in which only administrators write. */
  programFolders: readonly string[];
  on: Disk;
}

const isBelow = (path: string, folders: readonly string[]): boolean => {
  const plain = win32.normalize(path).toLowerCase();
  return folders.some((folder) => plain.startsWith(`${win32.normalize(folder).toLowerCase()}\\`));
};

/**
 * The command that removes a listed copy, or undefined where there is none that may be run. What is signed is how; the
 * product code and the program are those of the host's own entry, and the arguments in that entry count for nothing.
 */
export const removalCommand = async (
  { copy, uninstall }: Listed,
  removal: Removal,
  { drives, programFolders, on }: Machine,
): Promise<Command | undefined> => {
  if (removal.by === 'productCode') {
    const { source, productCode = '' } = copy;
    if (source !== 'msi' || !isProductCode(productCode)) return undefined;
    const given = ['/x', productCode, '/qn', '/norestart'];
    return { program: system32('msiexec.exe'), arguments: given, isVerbatim: true };
  }
  const program = commandFile(uninstall);
  // What the system starts for the machine must lie where users cannot put another program in its place.
  if (copy.scope === 'machine' && !isBelow(program, programFolders)) return undefined;
  const isThere = /\.exe$/i.test(program) && (await lookAt(program, drives, on)) === 'file';
  return isThere ? { program, arguments: removal.arguments } : undefined;
};

const isSame = (a: SoftwareCopy, b: SoftwareCopy): boolean =>
  a.productCode === b.productCode &&
  a.scope === b.scope &&
  a.user === b.user &&
  a.name === b.name &&
  a.version === b.version;

const thisMachine = async (): Promise<Machine> => ({
  drives: await localDrives(),
  programFolders: ['ProgramFiles', 'ProgramFiles(x86)', 'ProgramW6432'].flatMap((name) => process.env[name] ?? []),
  on: disk,
});

/** How Windows removes a copy that it lists: the entry is read anew, and must be exactly the one that was looked at. */
export const findWindowsRemoval =
  (scratch: string, listEntries: () => Promise<Listed[]>) =>
  async (copy: SoftwareCopy, removal: Removal): Promise<RemovableCopy | undefined> => {
    const entriesOf = async (): Promise<Listed[]> => (await listEntries()).filter((each) => isSame(each.copy, copy));
    const [entry, another] = await entriesOf();
    if (!entry || another) return undefined;
    const command = await removalCommand(entry, removal, await thisMachine());
    if (!command) return undefined;
    const { program, arguments: given, isVerbatim = false } = command;
    return {
      remove: (signal) =>
        copy.user === undefined
          ? runProgram(program, given, signal, { isVerbatim })
          : runAsUser({ scratch }, copy.user, command, signal),
      isListed: async () => (await entriesOf()).length > 0,
      // An uninstaller takes itself away in the end; the Windows Installer is not its own.
      isAtWork: async () => removal.by === 'uninstallEntry' && (await disk.kindOf(program)) === 'file',
    };
  };
