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

/** Before a job is made: which of its targets get no work yet, and what has to come first. */
export const unreachedTexts = ({
  unsupportedAgentCount,
  oldAgentCount,
}: Pick<MadeJob, 'unsupportedAgentCount' | 'oldAgentCount'>): string[] => {
  const unfit = unsupportedAgentCount - oldAgentCount;
  return [
    ...(unfit > 0
      ? [
          `${countText(unfit, 'host')} of the targets ${unfit === 1 ? 'has no package that fits, and gets' : 'have no package that fits, and get'} no work until one comes.`,
        ]
      : []),
    ...(oldAgentCount > 0
      ? [
          `The agent on ${countText(oldAgentCount, 'host')} of the targets is too old for custom software: ${oldAgentCount === 1 ? 'that host gets' : 'those hosts get'} no work until it is updated.`,
        ]
      : []),
  ];
};

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
