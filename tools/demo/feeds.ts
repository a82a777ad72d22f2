import { setTimeout as pause } from 'node:timers/promises';
import { readFeeds } from '../made-up-feeds.ts';
import { newsOf } from './news.ts';

/** The demo's world has no news of these, so they are off, not stale. */
export const feedSettings = {
  PATCHKEEP_FEED_ADDRESSES: ['msrc', 'nvd', 'nvd-overrides', 'windows-updates'].map((feed) => `${feed}=off`).join(' '),
};

/** Well below a day, after which the first of the feeds is too old to be relied on. */
const everyMs = 12 * 3_600_000;

/**
 * Reads the demo's feeds as its past left them, now and twice a day: as a server that fetches feeds would, so that none
 * of them looks forgotten. Nothing new comes out, because nobody in the demo would make packages of it.
 */
export const keepFeedsFresh = async (workerUrl: string, madeAt: Date): Promise<() => Promise<void>> => {
  const read = () => readFeeds(workerUrl, newsOf(madeAt));
  await read();
  const stopping = new AbortController();
  const reading = (async () => {
    for (;;) {
      await pause(everyMs, undefined, { signal: stopping.signal, ref: false });
      await read();
    }
  })().catch(() => undefined);
  return async () => {
    stopping.abort();
    await reading;
  };
};
