import { constants } from '@patchkeep/contract/constants';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useSiteUuid } from '../../acts/jobs/job-draft-store.ts';
import type { Tone } from '../../ui/tone.ts';

export interface JobNews {
  siteUuid: string;
  tone: Tone;
  text: string;
  goalUuid: string | null;
}

const store = createStore<{ news: JobNews | null }>(() => ({ news: null }));

/** Says what became of a job that was sent, for five minutes or until the next such word. */
export const tellOfJob = (news: JobNews): void => {
  store.setState({ news });
  setTimeout(() => {
    if (store.getState().news === news) store.setState({ news: null });
  }, constants.bannerDismissMs);
};
export const forgetJobNews = (): void => store.setState({ news: null });

export const useJobNews = (): JobNews | null => {
  const siteUuid = useSiteUuid();
  const news = useStore(store, (state) => state.news);
  return news?.siteUuid === siteUuid ? news : null;
};
