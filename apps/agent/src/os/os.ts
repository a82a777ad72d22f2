import type { HostFacts, SoftwareCopy } from '@patchkeep/contract/agent/protocol';

/** Everything about a host that only its system can tell; the rest of the agent does not know which one it runs on. */
export interface Os {
  readFacts(): Promise<Omit<HostFacts, 'agentVersion' | 'bootTime'>>;
  /** All software the system knows to be installed, for the machine and for its users. */
  listSoftware(): Promise<SoftwareCopy[]>;
  /** An id that stays with the installed system, or undefined where it keeps none. */
  readHardwareId(): Promise<string | undefined>;
  /** Makes a folder that nobody but the system and its administrators can look into. */
  makePrivateDirectory(directory: string): Promise<void>;
}
