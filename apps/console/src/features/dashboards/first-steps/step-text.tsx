import type { FirstStep, FirstStepName } from '@patchkeep/contract/first-steps';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../ui/relative-time.tsx';

interface StepText {
  title: string;
  /** Why it is worth doing. */
  why: string;
  /** The page where it is done. */
  place?: {
    label: string;
    path: '/hosts' | '/patching/approvals' | '/patching/activity' | '/users' | '/configuration';
    search?: Record<string, string>;
  };
}

export const stepTexts: Record<FirstStepName, StepText> = {
  agent: {
    title: 'Install the agent',
    why: 'The agent of a host reports what is installed there, and installs its updates.',
    place: { label: 'Add hosts', path: '/hosts' },
  },
  inventory: {
    title: 'Get the first inventory',
    why: 'It shows what is installed on a host and what of it is at risk. It comes minutes after the host has enrolled.',
    place: { label: 'Open hosts', path: '/hosts' },
  },
  decision: {
    title: 'Make the first decision',
    why: 'Nothing is updated before somebody approves or automates it. A review first shows which hosts change.',
    place: { label: 'Open approvals', path: '/patching/approvals' },
  },
  colleague: {
    title: 'Add a colleague',
    why: 'A second person can act while you are away, and confirm changes that need two people.',
    place: { label: 'Add a user', path: '/users' },
  },
  alerts: {
    title: 'Get alerts',
    why: 'A mail tells you when software of this site is exploited, an update fails for good or hosts fall silent.',
    place: { label: 'Choose alerts', path: '/configuration', search: { tab: 'alerts' } },
  },
  update: {
    title: 'See the first update verified',
    why: 'An update counts once a later inventory of its host shows the new version.',
    place: { label: 'Open patching activity', path: '/patching/activity' },
  },
};

const doneTexts: Record<NonNullable<FirstStep['done']>['shownBy'], (step: FirstStepName, by: string) => string> = {
  host: (step) => (step === 'agent' ? 'A host has enrolled.' : 'A host has reported what is installed on it.'),
  token: (_step, by) => `${by} made an install token. No host has enrolled yet.`,
  site: (_step, by) => `${by} has decided for this site.`,
  system: (_step, by) => `Inherited: ${by} has decided for all sites.`,
  person: (_step, by) => `${by} may make changes in this site too.`,
  alerts: (_step, by) => `${by} gets the alerts of this site by mail.`,
  proof: () => 'An inventory has shown the first update.',
};

/** What shows that a step is done: who, and when where that is kept. */
export function DoneText({ step, done }: { step: FirstStepName; done: NonNullable<FirstStep['done']> }): ReactNode {
  return (
    <>
      {doneTexts[done.shownBy](step, done.by ?? 'Somebody')}
      {done.at !== null && (
        <>
          {' '}
          <RelativeTime at={done.at} />
        </>
      )}
    </>
  );
}
