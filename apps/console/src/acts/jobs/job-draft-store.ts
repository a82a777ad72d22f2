import { useStore } from 'zustand';
import { drafts } from '../../lib/client.ts';
import { useSession } from '../../lib/use-stores.ts';
import type { JobDraft } from './job-draft.ts';
import { createJobDrafts } from './job-drafts.ts';

export const jobDrafts = createJobDrafts(drafts);

export const useSiteUuid = (): string => useSession(({ handshake }) => handshake?.currentSite?.siteAccountUuid ?? '');

/** The job on its way at the site of this tab, and the number of drafts that were closed before it. */
export const useJobDraft = (): { draft: JobDraft | null; serial: number } => {
  const siteUuid = useSiteUuid();
  const draft = useStore(jobDrafts.store, (state) => jobDrafts.draftIn(state, siteUuid));
  const serial = useStore(jobDrafts.store, (state) => state.serial);
  return { draft, serial };
};
