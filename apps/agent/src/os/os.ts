import type { HostFacts, SoftwareCopy } from '@patchkeep/contract/agent/protocol';

export interface Installation {
  server: string;
  token: string;
  /** A used token must not lie about. */
  forget(): Promise<void>;
}

export type InstallerKind = 'msi' | 'msp' | 'exe' | 'ps1' | 'deb';

export interface Installer {
  kind: InstallerKind;
  action: 'install' | 'remove';
  file: string;
  /** Each one whole: nothing is split, joined or looked at by a shell. */
  arguments: readonly string[];
}

/** Everything about a host that only its system can tell; the rest of the agent does not know which one it runs on. */
export interface Os {
  readFacts(): Promise<Omit<HostFacts, 'agentVersion' | 'bootTime'>>;
  /** All software the system knows to be installed, for the machine and for its users. */
  listSoftware(): Promise<SoftwareCopy[]>;
  /** An id that stays with the installed system, or undefined where it keeps none. */
  readHardwareId(): Promise<string | undefined>;
  /** What the installer was told, until it is forgotten: the service enrols with it at its first start. */
  readInstallation(): Promise<Installation | undefined>;
  /** Runs an installer to its end and gives its exit code; undefined for a kind this system has no use for. */
  runInstaller(installer: Installer, signal: AbortSignal): Promise<number | undefined>;
  /** Lets the system announce a restart and carry it out after so many seconds; the exit code of asking for it. */
  restart(delaySeconds: number, message: string, signal: AbortSignal): Promise<number>;
  /** Makes a folder that nobody but the system and its administrators can look into. */
  makePrivateDirectory(directory: string): Promise<void>;
}
