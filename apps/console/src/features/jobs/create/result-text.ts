import type { Answer } from '@patchkeep/contract/endpoint';
import type { goals } from '@patchkeep/contract/goals';
import { countText } from '@patchkeep/rules/text/count-text';
import type { JobDraft } from '../../../acts/jobs/job-draft.ts';
import type { JobNews } from '../job-news.ts';
import { titleOf } from './draft-text.ts';

export type MadeJob = Answer<typeof goals.deploy>;

const noHostsText = ({ unsupportedAgentCount, goalUuid }: MadeJob): string =>
  [
    'No applicable Hosts were found for installing/uninstalling the selected Applications.',
    ...(unsupportedAgentCount > 0
      ? [`${countText(unsupportedAgentCount, 'Host')} must upgrade their agent to support software deployment.`]
      : []),
    ...(goalUuid === null ? ['No job was created.'] : []),
  ].join(' ');

/** What came of a job that was sent. A result that nobody knows is an error. */
export const madeNews = (made: MadeJob, draft: JobDraft, day: string): Omit<JobNews, 'siteUuid'> => {
  const { result, goalUuid, agentCount } = made;
  if (result === 'no-hosts' || result === 'no-supported-hosts')
    return { tone: 'warning', text: noHostsText(made), goalUuid };
  if ((result as string) !== 'submitted') throw new Error(`A job was answered with ${String(result)}`);
  return {
    tone: 'success',
    text:
      draft.starts === 'now'
        ? `Deployment Job will run on ${countText(agentCount, 'host')}.`
        : `Deployment Job "${titleOf(draft, day)}" has been created.`,
    goalUuid,
  };
};

export const editedText = (saved: readonly { title: string }[]): string => {
  const [first] = saved;
  return saved.length === 1 && first
    ? `Deployment Job "${first.title}" has been saved.`
    : `${countText(saved.length, 'Deployment Job')} have been saved.`;
};
