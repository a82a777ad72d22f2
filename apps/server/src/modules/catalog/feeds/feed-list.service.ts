import { cveFeed } from './cve/cve.feed.ts';
import { endoflifeFeed } from './endoflife/endoflife.feed.ts';
import { epssFeed } from './epss/epss.feed.ts';
import type { Feed } from './feed.types.ts';
import { kevFeed } from './kev/kev.feed.ts';
import { msrcFeed } from './msrc/msrc.feed.ts';
import { nvdFeed, nvdOverridesFeed } from './nvd/nvd.feed.ts';
import { windowsUpdatesFeed } from './windows-updates/windows-updates.feed.ts';
import { wingetFeed } from './winget/winget.feed.ts';

/** Every source of the catalogue, in the order they are read: what is exploited before what is shown beside it. */
export const feeds: readonly Feed[] = [
  cveFeed,
  nvdFeed,
  nvdOverridesFeed,
  kevFeed,
  epssFeed,
  endoflifeFeed,
  wingetFeed,
  msrcFeed,
  windowsUpdatesFeed,
];

export const feedNamed = (name: string): Feed | undefined => feeds.find((feed) => feed.name === name);
