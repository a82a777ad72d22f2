import type { Goal } from '@patchkeep/contract/goals';
import { noChoices } from '@patchkeep/rules/install-settings/job-choices';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { jobDrafts, useSiteUuid } from '../../acts/jobs/job-draft-store.ts';
import { customAction, type DraftAction, type JobContent, type JobDraft, newDraft } from '../../acts/jobs/job-draft.ts';
import { showFailure } from '../../lib/client.ts';
import { notify } from '../../ui/notify.tsx';
import type { JobAnswer } from './job-text.ts';
import { jobQuery } from './jobs.queries.ts';

const actionOf = (action: Goal['actions'][number]): DraftAction => {
  const { channelTag, title, actionType, version, choices, choicesTag, customDeploymentConfigUuid, isRemoval } = action;
  if (customDeploymentConfigUuid !== null) return customAction({ uuid: customDeploymentConfigUuid, title, isRemoval });
  return {
    channelTag,
    title,
    actionType,
    version,
    // Nothing chosen is a choice too: what the site saved later is not what the job says.
    ...(actionType === 'Install' && { choices: choices ?? noChoices }),
    ...(choicesTag !== null && { choicesTag }),
  };
};

/** A job as the wizard shows it: only its enabled actions stand in it. */
const contentOf = ({ goal, agents, groups, tags }: JobAnswer): JobContent => ({
  title: goal.title,
  comment: goal.comment,
  jobType: goal.jobType,
  priority: goal.priority,
  actions: goal.actions.filter(({ isEnabled }) => isEnabled).map(actionOf),
  hosts: agents.map(({ agentUuid, hostName }) => ({ id: agentUuid, name: hostName })),
  groups: groups.map(({ uuid, title }) => ({ id: uuid, name: title })),
  tags: tags.map(({ tagUuid, tagName }) => ({ id: tagUuid, name: tagName })),
});

const editingOf = (jobs: readonly Goal[], before: JobContent | null): NonNullable<JobDraft['editing']> => ({
  jobs: jobs.map(({ goalUuid, title, serialNumber }) => ({ goalUuid, title, serialNumber })),
  before,
});

/** Opens the wizard on one job with all it holds, or on several to which the same is added. */
export const useEditJobs = () => {
  const siteUuid = useSiteUuid();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);
  const open = (draft: Omit<JobDraft, 'savedAt'>) => {
    if (jobDrafts.of(siteUuid)) {
      const before = jobDrafts.of(siteUuid);
      notify({
        tone: 'info',
        text: 'The job that you were putting together was put aside.',
        undo: () => before && jobDrafts.save(siteUuid, before),
      });
    }
    jobDrafts.save(siteUuid, draft);
    void navigate({ to: '/deployment/create-job' });
  };
  const begin = async (jobs: readonly Goal[]) => {
    const [first] = jobs;
    if (!first) return;
    if (jobs.length > 1) {
      open({ ...newDraft, jobType: null, priority: null, editing: editingOf(jobs, null) });
      return;
    }
    setPending(true);
    try {
      const answer = await queries.fetchQuery({ ...jobQuery(first.goalUuid), staleTime: 0 });
      const before = contentOf(answer);
      open({ ...newDraft, ...before, editing: editingOf([answer.goal], before) });
    } catch (thrown) {
      showFailure(thrown);
    } finally {
      setPending(false);
    }
  };
  return { isPending, begin: (jobs: readonly Goal[]) => void begin(jobs) };
};
