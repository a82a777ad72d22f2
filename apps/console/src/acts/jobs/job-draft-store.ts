import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { drafts } from '../../lib/client.ts';
import { useSession } from '../../lib/use-stores.ts';
import { type JobDraft, jobDraft } from './job-draft.ts';

interface DraftState {
  /** By site: a job of one site waits while the tab shows another. Null: closed in this tab. */
  drafts: Readonly<Record<string, JobDraft | null>>;
  /** Counts the drafts that were closed, so that nothing of one is left on the screen of the next. */
  serial: number;
}

const draftName = 'job';
/** Outlives the screens: one goes to lists and back while a job is put together. */
const store = createStore<DraftState>(() => ({ drafts: {}, serial: 0 }));

const kept = new Map<string, JobDraft | null>();
/** What this tab kept before it was loaded anew, read once for each site. */
const keptDraft = (siteUuid: string): JobDraft | null => {
  const draft = kept.get(siteUuid) ?? drafts.read(siteUuid, draftName, jobDraft) ?? null;
  kept.set(siteUuid, draft);
  return draft;
};
const draftIn = ({ drafts: open }: DraftState, siteUuid: string): JobDraft | null => {
  const draft = open[siteUuid];
  return draft === undefined ? keptDraft(siteUuid) : draft;
};

const put = (siteUuid: string, draft: JobDraft | null) => {
  drafts.keep(siteUuid, draftName, draft ?? undefined);
  store.setState((state) => ({
    drafts: { ...state.drafts, [siteUuid]: draft },
    serial: draft === null ? state.serial + 1 : state.serial,
  }));
};

export const jobDrafts = {
  of: (siteUuid: string): JobDraft | null => draftIn(store.getState(), siteUuid),
  save: (siteUuid: string, draft: Omit<JobDraft, 'savedAt'>) =>
    put(siteUuid, { ...draft, savedAt: new Date().toISOString() }),
  close: (siteUuid: string) => put(siteUuid, null),
};

export const useSiteUuid = (): string => useSession(({ handshake }) => handshake?.currentSite?.siteAccountUuid ?? '');

/** The job on its way at the site of this tab, and the number of drafts that were closed before it. */
export const useJobDraft = (): { draft: JobDraft | null; serial: number } => {
  const siteUuid = useSiteUuid();
  const draft = useStore(store, (state) => draftIn(state, siteUuid));
  const serial = useStore(store, (state) => state.serial);
  return { draft, serial };
};
