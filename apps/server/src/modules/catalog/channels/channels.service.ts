import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import { type ChannelRow, selectWingetChannels, upsertChannels } from './channels.repository.ts';

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
  name,
  vendor: publisher,
  scheme: 'generic',
  wingetIds: [packageId],
  cpes: [],
  endoflifeSlug: null,
  homepage,
  description: description.slice(0, maxText),
  isDriver: false,
  isSuiteMember: false,
  isHidden: false,
  isStarter: false,
  rules: {},
});

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
