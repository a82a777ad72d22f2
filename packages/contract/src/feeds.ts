import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { time } from './fields.ts';
import { page } from './page.ts';

const feedName = z.string().max(50);

/** How a feed stands, worst news first: `stale` is too old to be relied on, `failed` was not reached the last time. */
export const feedStates = ['stale', 'failed', 'fresh', 'off'] as const;
export type FeedState = (typeof feedStates)[number];

export const feedInfo = z.object({
  feed: feedName,
  title: z.string(),
  state: z.enum(feedStates),
  /** Too old to be relied on: the console says so wherever its counts are shown. */
  isStale: z.boolean(),
  lastContact: time.nullable(),
  lastChange: time.nullable(),
  staleAfterHours: z.int(),
  revision: z.int(),
  records: z.int(),
  rejected: z.int(),
  failure: z.string().nullable(),
  failed: time.nullable(),
});
export type FeedInfo = z.output<typeof feedInfo>;

export const feeds = {
  list: endpoint({
    method: 'GET',
    path: '/feeds',
    summary: 'The sources of the catalogue and how fresh they are',
    right: 'canViewResults',
    response: z.object({
      feeds: z.array(feedInfo),
      /** `bundle`: nothing is fetched, feeds come by hand. */
      mode: z.enum(['fetch', 'bundle']),
      catalogRevision: z.int(),
      hasStaleFeed: z.boolean(),
    }),
  }),
  rejections: endpoint({
    method: 'GET',
    path: '/feed-rejections',
    summary: 'The records of a feed that could not be read, each with its reason',
    right: 'canViewResults',
    query: z.object({ ...page, feed: feedName }),
    response: z.object({
      rejections: z.array(z.object({ file: z.string(), record: z.string(), reason: z.string() })),
      total: z.int(),
      nextCursor: z.string().nullable(),
    }),
  }),
};
