import { z } from 'zod';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { day } from './fields.ts';
import { page } from './page.ts';

/** What the catalogue knows of an application's line of updates. */
export const channelInfo = z.object({
  channelTag: z.string(),
  title: z.string(),
  vendor: z.string(),
  description: z.string(),
  homepage: z.string(),
  newestVersion: z.string().nullable(),
  newestReleased: day.nullable(),
  versions: z.int(),
  /** Lines of releases and when their support ends, the newest first. */
  supportCycles: z.array(z.object({ cycle: z.string(), ends: day.nullable(), isEnded: z.boolean() })),
  /** Packages exist that install for the whole machine, or for one user. */
  isInstallableSystemBased: z.boolean(),
  isInstallableUserBased: z.boolean(),
  architectures: z.array(z.string()),
  isDriver: z.boolean(),
  isSuiteMember: z.boolean(),
  isHidden: z.boolean(),
  /** Feeds that tell of its vulnerabilities can be matched to it; without, it is known by name only. */
  isMatched: z.boolean(),
});
export type ChannelInfo = z.output<typeof channelInfo>;

export const channels = {
  list: endpoint({
    method: 'GET',
    path: '/channel-info',
    summary: 'Channels of the catalogue, a page at a time',
    right: 'canViewResults',
    query: z.object({
      ...page,
      channelTag: z.string().max(200).optional(),
      /** The beginning of its title or its vendor. */
      q: z.string().max(constants.nameMax).optional(),
    }),
    response: z.object({ channelInfos: z.array(channelInfo), total: z.int(), nextCursor: z.string().nullable() }),
  }),
};
