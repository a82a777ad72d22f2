import type { channels as contract } from '@patchkeep/contract/channels';
import type { Returned } from '@patchkeep/contract/endpoint';
import { compareVersions } from '@patchkeep/versions/schemes';
import type { Context } from '../../../platform/context.ts';
import { cutPage, readCursor } from '../../../platform/http/cursor.ts';
import { isOver } from '../matching/eol.rules.ts';
import {
  type ChannelPage,
  countChannels,
  listChannels,
  listCycles,
  listPackageKinds,
  listReleases,
} from './channel-info.queries.ts';

const maxCycles = 20;

/** Channels of the catalogue, with what they offer and when their support ends. */
export const listChannelInfos = async (
  { tx, now }: Context,
  page: ChannelPage,
): Promise<Returned<typeof contract.list>> => {
  const rows = await listChannels(tx, page, readCursor(page.cursor)?.id);
  const { shown, nextCursor } = cutPage(rows, page.limit, (row) => ({ value: '', id: row.channel_tag }));
  const tags = shown.map((row) => row.channel_tag);
  const slugs = shown.flatMap((row) => row.endoflife_slug ?? []);
  const total = await countChannels(tx, page);
  const releases = Map.groupBy(await listReleases(tx, tags), (row) => row.channel_tag);
  const cycles = Map.groupBy(await listCycles(tx, slugs), (row) => row.slug);
  const kinds = new Map((await listPackageKinds(tx, tags)).map((row) => [row.channel_tag, row]));
  const today = now.toISOString().slice(0, 10);
  return {
    channelInfos: shown.map(({ rules, ...row }) => {
      const known = releases.get(row.channel_tag) ?? [];
      const newest = known.reduce<(typeof known)[number] | undefined>(
        (best, each) =>
          best === undefined || (compareVersions(rules.scheme, each.version, best.version) ?? -1) > 0 ? each : best,
        undefined,
      );
      const scopes = kinds.get(row.channel_tag)?.scopes ?? [];
      const own = (cycles.get(row.endoflife_slug ?? '') ?? []).filter(
        ({ cycle }) => rules.line === undefined || cycle === rules.line,
      );
      return {
        channelTag: row.channel_tag,
        title: row.name,
        vendor: row.vendor,
        description: row.description,
        homepage: row.homepage,
        newestVersion: newest?.version ?? null,
        newestReleased: newest?.released_on ?? null,
        versions: known.length,
        supportCycles: own.slice(0, maxCycles).map((each) => ({
          cycle: each.cycle,
          ends: each.ends_on,
          isEnded: isOver(
            { cycle: each.cycle, isEnded: each.is_ended, ...(each.ends_on !== null && { endsOn: each.ends_on }) },
            today,
          ),
        })),
        isInstallableSystemBased: scopes.some((scope) => scope !== 'user'),
        isInstallableUserBased: scopes.some((scope) => scope !== 'machine'),
        architectures: (kinds.get(row.channel_tag)?.architectures ?? []).toSorted(),
        isDriver: rules.isDriver ?? false,
        isSuiteMember: rules.isSuiteMember ?? false,
        isHidden: rules.isHidden ?? false,
        isMatched: rules.cpes.length > 0 || rules.cnaNames.length > 0 || rules.describedAs.length > 0,
      };
    }),
    total,
    nextCursor,
  };
};
