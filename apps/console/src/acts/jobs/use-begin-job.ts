import { useNavigate } from '@tanstack/react-router';
import { notify } from '../../ui/notify.tsx';
import { jobDrafts, useSiteUuid } from './job-draft-store.ts';
import { type JobParts, newDraft, withParts } from './job-draft.ts';

/** Opens the wizard with what was ticked in a list. A job that is on its way already gets it too. */
export const useBeginJob = () => {
  const siteUuid = useSiteUuid();
  const navigate = useNavigate();
  return (parts: JobParts) => {
    const open = jobDrafts.of(siteUuid);
    jobDrafts.save(siteUuid, withParts(open ?? newDraft, parts));
    if (open) notify({ tone: 'info', text: 'Added to the job that you were putting together.' });
    void navigate({ to: '/deployment/create-job' });
  };
};
