import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { arch, hostname, release } from 'node:os';
import { win32 } from 'node:path';
import { promisify } from 'node:util';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import { readProgramFile } from '@patchkeep/pe/program';
import type { Os } from '../os.ts';
import { runProgram } from '../run-program.ts';
import { windowsDesktop } from './desktop/windows-desktop.ts';
import { claimFolder } from './folder/own-folder.ts';
import { runWindowsInstaller } from './installer.ts';
import { localDrives } from './own-program.ts';
import { readPendingRestart } from './pending-restart.ts';
import { findProgram } from './program-file.ts';
import { exportKey, loadedUsers, queryValues, system32, type View } from './registry.ts';
import { findWindowsRemoval } from './remove-copy.ts';
import { architectureOf, type Listed, listUninstall, type Place } from './uninstall.ts';
import { windowsUpdates } from './update/windows-update.ts';
import { windowsName } from './windows-name.ts';

const run = promisify(execFile);
const uninstallKey = 'Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall';
/** Where the MSI writes its public properties. */
const installationKey = 'HKLM\\SOFTWARE\\Patchkeep\\Agent';
const profilesKey = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList';

/** Folders of people with an account here, by the account's SID. */
const profiles = async (scratch: string): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for (const [path, key] of await exportKey(profilesKey, '64', scratch)) {
    const sid = /\\(S-1-5-21-[\d-]+)$/.exec(path)?.[1];
    const folder = key.get('profileimagepath');
    if (sid !== undefined && typeof folder === 'string') found.set(sid, folder);
  }
  return found;
};
const nameOf = (profile: string): string => win32.basename(profile);

const machinePlace = (view: View): Place => {
  const { env } = process;
  const environment =
    view === '64'
      ? env
      : { ...env, ProgramFiles: env['ProgramFiles(x86)'], CommonProgramFiles: env['CommonProgramFiles(x86)'] };
  return { scope: 'machine', view, environment };
};

const userPlace = (sid: string, profile: string | undefined): Place => ({
  scope: 'user',
  user: profile === undefined ? sid : nameOf(profile),
  environment: {
    ...process.env,
    USERPROFILE: profile,
    APPDATA: profile && `${profile}\\AppData\\Roaming`,
    LOCALAPPDATA: profile && `${profile}\\AppData\\Local`,
  },
});

const locate = async (listed: Listed, drives: string): Promise<SoftwareCopy> => {
  const path = await findProgram(listed, drives);
  const program = path !== undefined && /\.exe$/i.test(path) ? await readProgramFile(path) : {};
  const architecture = architectureOf(listed, program.architecture);
  return {
    ...listed.copy,
    ...(path !== undefined && { path }),
    ...(program.fileVersion !== undefined && { fileVersion: program.fileVersion }),
    ...(architecture !== undefined && { architecture }),
  };
};

/** All entries of the uninstall keys, for the machine and for the users whose part of the registry is loaded. */
const listEntries = async (scratch: string): Promise<Listed[]> => {
  const listed: Listed[] = [];
  for (const view of ['64', '32'] as const)
    listed.push(...listUninstall(await exportKey(`HKLM\\${uninstallKey}`, view, scratch), machinePlace(view)));
  const homes = await profiles(scratch);
  for (const sid of await loadedUsers()) {
    const keys = await exportKey(`HKU\\${sid}\\${uninstallKey}`, '64', scratch);
    listed.push(...listUninstall(keys, userPlace(sid, homes.get(sid))));
  }
  return listed;
};

export const windowsOs = ({ scratch }: { scratch: string }): Os => ({
  async readFacts() {
    const { bavail, bsize } = await statfs(`${process.env['SystemDrive'] ?? 'C:'}\\`);
    const about = await queryValues('HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion');
    const patch = about.get('ubr');
    return {
      hostName: hostname(),
      os: {
        family: 'windows',
        name: windowsName(about),
        version: patch === undefined ? release() : `${release()}.${patch}`,
        architecture: arch(),
      },
      freeDiskBytes: bavail * bsize,
      users: [...(await profiles(scratch)).values()].map(nameOf),
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  },

  async listSoftware() {
    const listed = await listEntries(scratch);
    const drives = await localDrives();
    return Promise.all(listed.map((each) => locate(each, drives)));
  },

  async readHardwareId() {
    const id = (await queryValues('HKLM\\SOFTWARE\\Microsoft\\Cryptography')).get('machineguid');
    return id && createHash('sha256').update(`patchkeep|${id.toLowerCase()}`).digest('hex');
  },

  async readInstallation() {
    const values = await queryValues(installationKey);
    const [server, token] = [values.get('serverurl'), values.get('installtoken')];
    if (!server || !token) return undefined;
    const forget = async () => {
      await run(system32('reg.exe'), ['delete', installationKey, '/v', 'InstallToken', '/f', '/reg:64'], {
        windowsHide: true,
      });
    };
    const rootFingerprint = values.get('rootfingerprint');
    return { server, token, ...(rootFingerprint && { rootFingerprint }), forget };
  },

  runInstaller: runWindowsInstaller(scratch),

  findRemoval: findWindowsRemoval(scratch, () => listEntries(scratch)),

  readPendingRestart,

  desktop: windowsDesktop(scratch),

  windowsUpdates: windowsUpdates(scratch),

  // 'Planned': Windows keeps the reason in its own log.
  restart: (delaySeconds, message, signal) =>
    runProgram(
      system32('shutdown.exe'),
      ['/r', '/t', String(delaySeconds), '/d', 'p:2:17', ...(message === '' ? [] : ['/c', message])],
      signal,
    ),

  claimDirectory: claimFolder,
});
