import type { HostFacts, SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import type { Removal } from '@patchkeep/orders/statements';
import type { SystemPackage } from '@patchkeep/orders/system-package';
import type { Desktop } from './desktop.ts';

export interface Installation {
  server: string;
  token: string;
  /** Of the root to believe, where the installer was told one. */
  rootFingerprint?: string;
  /** A used token must not lie about. */
  forget(): Promise<void>;
}

export type InstallerKind = 'msi' | 'msp' | 'exe' | 'ps1' | 'deb' | 'sh';

export interface Installer {
  kind: InstallerKind;
  action: 'install' | 'remove';
  file: string;
  /** Each one whole: nothing is split, joined or looked at by a shell. */
  arguments: readonly string[];
  /** Whose copy it is about: it is run as this user, in their session. Undefined for the machine's. */
  user?: string;
  /** What lies beside the file, and the file itself is run there. `{folder}` in an argument stands for the folder. */
  beside?: readonly string[];
  /** What people see of it; nothing where this is not said. */
  shows?: 'progress' | 'everything';
}

/** A copy that the system itself says how to remove. */
export interface RemovableCopy {
  /** Runs what removes it, and gives the exit code. */
  remove(signal: AbortSignal): Promise<number>;
  isListed(): Promise<boolean>;
  /** Many uninstallers go on from a copy of themselves after their first process has ended. */
  isAtWork(): Promise<boolean>;
}

/** An update that the system has found for this host. */
export interface FoundUpdate {
  updateId: string;
  revision: number;
  /** The articles it is described by; drivers often have none. */
  kbs: readonly number[];
  title: string;
  classification: string;
  severity: string;
  /** Installed as far as it goes while the system runs; the rest comes with a restart. */
  isPending: boolean;
}

export interface UpdateSearch {
  /** Articles. */
  installed: readonly number[];
  offers: readonly FoundUpdate[];
}

export type UpdateEnd =
  | { kind: 'installed'; isRestartNeeded: boolean }
  /** The number that Windows gives to what went wrong. */
  | { kind: 'failed'; hresult: number }
  /** Nothing with these articles is offered. */
  | { kind: 'notOffered' }
  /** Windows installs nothing more before it was restarted. */
  | { kind: 'restartFirst' };

/** Updates of the system itself. Both give undefined where the system turns out to have no such thing. */
export interface WindowsUpdates {
  /** Throws when it cannot be told: that must not look like a host that misses nothing. */
  search(signal: AbortSignal): Promise<UpdateSearch | undefined>;
  /** Installs everything that is offered under these articles. */
  install(kbs: readonly number[], signal: AbortSignal): Promise<UpdateEnd | undefined>;
}

export type SystemPackageEnd =
  | { kind: 'upgraded' }
  /** Somebody else has upgraded it meanwhile. */
  | { kind: 'thereAlready' }
  /** The repositories of the host do not have this version. */
  | { kind: 'notOffered' }
  /** It would do more than bring copies that are there to newer versions that the distribution signed. */
  | { kind: 'refused'; cause: string }
  | { kind: 'failed'; pkgResult: string; exitCode: number; cause: string };

/** Packages of the system's own distribution, from its own signed repositories. */
export interface SystemPackages {
  /** The same copies, each with the newer version that the repositories offer for it. Throws when it cannot be told. */
  withOffers(software: readonly SoftwareCopy[], signal: AbortSignal): Promise<SoftwareCopy[]>;
  /** Undefined where the system turns out to have no such thing. */
  upgrade(wanted: SystemPackage, signal: AbortSignal): Promise<SystemPackageEnd | undefined>;
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
  /**
   * How a copy of `listSoftware` is removed; undefined where the system's own entry of it does not say so, or names a
   * program that not only administrators can change. Absent where the system has no such entries.
   */
  findRemoval?(copy: SoftwareCopy, removal: Removal): Promise<RemovableCopy | undefined>;
  /** Lets the system announce a restart and carry it out after so many seconds; the exit code of asking for it. */
  restart(delaySeconds: number, message: string, signal: AbortSignal): Promise<number>;
  /** What waits for a restart of the system, each in a few words. Absent where the system keeps no note of it. */
  readPendingRestart?(): Promise<string[]>;
  readonly desktop: Desktop;
  /** Absent where the system has no Windows Update. */
  readonly windowsUpdates?: WindowsUpdates;
  /** Absent where the system has no packages of a distribution. */
  readonly systemPackages?: SystemPackages;
  /**
   * Makes the state folder, which nobody but the system and its administrators can look into, where it is missing.
   * Throws when it, something above it or something in it was made by somebody else or could be changed by them:
   * everything the agent believes about itself lies there.
   */
  claimDirectory(directory: string): Promise<void>;
}
