import { constants } from '@patchkeep/contract/constants';
import { createStore } from 'zustand/vanilla';
import type { Tone } from '../../ui/tone.ts';

/** What became of a job that was sent. */
export interface JobNews {
  siteUuid: string;
  tone: Tone;
  text: string;
  goalUuid: string | null;
}

export const jobNews = createStore<{ news: JobNews | null }>(() => ({ news: null }));

/** Says it for five minutes, or until the next such word. */
export const tellOfJob = (news: JobNews): void => {
  jobNews.setState({ news });
  setTimeout(() => {
    if (jobNews.getState().news === news) jobNews.setState({ news: null });
  }, constants.bannerDismissMs);
};
