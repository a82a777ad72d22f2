import type { Installed } from '@patchkeep/rules/software/identify';
import { plainName, plainPublisher } from '@patchkeep/rules/software/plain-name';

/** Software nobody knows, as it is shown and told apart. */
export interface UnknownSoftware {
  identityKey: string;
  name: string;
  publisher: string;
}

/**
 * What tells software nobody knows apart: its name without a version, and who made it. Letter by letter what is shown
 * of it: were the key coarser, the first customer to report it would choose how all others see it spelled.
 */
export const unknownSoftware = (installed: Pick<Installed, 'name' | 'publisher'>): UnknownSoftware => {
  const name = plainName(installed.name);
  const publisher = plainPublisher(installed.publisher);
  return { identityKey: `software:${JSON.stringify([name, publisher])}`, name, publisher };
};

/** The same for software whose name is not to be looked into: as it was reported, version and all. */
export const unmatchedSoftware = ({ name, publisher }: Pick<Installed, 'name' | 'publisher'>): UnknownSoftware => ({
  identityKey: `software:${JSON.stringify([name, publisher])}`,
  name,
  publisher,
});
export const channelIdentity = (tag: string): string => `channel:${tag}`;
