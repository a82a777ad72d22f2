import { createStore } from 'zustand/vanilla';
import type { createDrafts } from '../../lib/drafts.ts';
import { type JobDraft, jobDraft } from './job-draft.ts';

interface JobDraftState {
  /** By site: a job of one site waits while the tab shows another. Null: closed in this tab. */
  drafts: Readonly<Record<string, JobDraft | null>>;
  /** Counts the drafts that were closed, so that nothing of one is left on the screen of the next. */
  serial: number;
}

const draftName = 'job';

/** The jobs that are put together in this tab. They outlive the screens: one goes to lists and back meanwhile. */
export const createJobDrafts = (storage: Pick<ReturnType<typeof createDrafts>, 'read' | 'keep'>) => {
  const store = createStore<JobDraftState>(() => ({ drafts: {}, serial: 0 }));
  const kept = new Map<string, JobDraft | null>();
  /** What this tab kept before it was loaded anew, read once for each site. */
  const keptDraft = (siteUuid: string): JobDraft | null => {
    const draft = kept.get(siteUuid) ?? storage.read(siteUuid, draftName, jobDraft) ?? null;
    kept.set(siteUuid, draft);
    return draft;
  };
  const draftIn = ({ drafts }: JobDraftState, siteUuid: string): JobDraft | null => {
    const draft = drafts[siteUuid];
    return draft === undefined ? keptDraft(siteUuid) : draft;
  };
  const put = (siteUuid: string, draft: JobDraft | null) => {
    storage.keep(siteUuid, draftName, draft ?? undefined);
    store.setState((state) => ({
      drafts: { ...state.drafts, [siteUuid]: draft },
      serial: draft === null ? state.serial + 1 : state.serial,
    }));
  };
  return {
    store,
    draftIn,
    of: (siteUuid: string): JobDraft | null => draftIn(store.getState(), siteUuid),
    save: (siteUuid: string, draft: Omit<JobDraft, 'savedAt'>) =>
      put(siteUuid, { ...draft, savedAt: new Date().toISOString() }),
    /** Forgets all of it, also what the browser keeps. */
    close: (siteUuid: string) => {
      kept.delete(siteUuid);
      put(siteUuid, null);
    },
  };
};
