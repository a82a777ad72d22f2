import { plainName } from '@patchkeep/rules/software/plain-name';
import type { Channel } from '@patchkeep/starter/channel';
import { starterChannels } from '@patchkeep/starter/channels';
import { systemPackageChannels } from '@patchkeep/starter/system-packages';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import {
  type ChannelRow,
  moveManifests,
  refreshChannelVersions,
  selectWingetChannels,
  upsertChannels,
} from './channels.repository.ts';

/** What a package says of itself, enough to make a channel of it. */
export interface PackageFacts {
  packageId: string;
  name: string;
  publisher: string;
  homepage: string;
  description: string;
}

const maxText = 500;

/** A channel for a package that the starter catalogue does not know: recognised by its names, matched by nothing yet. */
const channelOf = ({ packageId, name, publisher, homepage, description }: PackageFacts, tag: string): ChannelRow => ({
  tag,
  isStarter: false,
  homepage,
  description: description.slice(0, maxText),
  channel: {
    tag,
    name,
    vendor: publisher,
    wingetIds: [packageId],
    scheme: 'generic',
    cpes: [],
    cnaNames: [],
    describedAs: [],
    installedAs: [plainName(name).toLowerCase()],
    publishers: publisher === '' ? [] : [publisher],
  },
});

const starterRow = (channel: Channel): ChannelRow => ({
  tag: channel.tag,
  isStarter: true,
  homepage: '',
  description: '',
  channel,
});

/** Brings the channels that ship with the product up to date, and says which of them are other than before. */
export const loadStarterChannels = async (db: Kysely<Tables>): Promise<string[]> => {
  const changed = await upsertChannels(db, [...starterChannels, ...systemPackageChannels].map(starterRow));
  const moved = await moveManifests(db);
  if (moved.length > 0) await refreshChannelVersions(db, moved);
  return [...new Set([...changed, ...moved])];
};

/** Which channel a package belongs to, making channels for packages that have none. */
export const channelRegister = async (db: Kysely<Tables>) => {
  const byPackage = await selectWingetChannels(db);
  const tags = new Set(byPackage.values());
  let waiting: ChannelRow[] = [];
  const freeTag = (packageId: string): string => {
    const wanted = packageId
      .toLowerCase()
      .replaceAll('+', 'p')
      .replaceAll(/[^a-z0-9]+/g, '-');
    for (let tag = wanted, no = 2; ; tag = `${wanted}-${no++}`) if (!tags.has(tag)) return tag;
  };
  return {
    tagOf(facts: PackageFacts): string {
      const key = facts.packageId.toLowerCase();
      const known = byPackage.get(key);
      if (known !== undefined) return known;
      const tag = freeTag(facts.packageId);
      waiting.push(channelOf(facts, tag));
      byPackage.set(key, tag);
      tags.add(tag);
      return tag;
    },
    /** Writes the new ones; to be called before anything refers to them. */
    async flush(): Promise<number> {
      const rows = waiting;
      waiting = [];
      return (await upsertChannels(db, rows)).length;
    },
  };
};
