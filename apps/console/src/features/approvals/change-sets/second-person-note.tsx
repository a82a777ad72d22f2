import { constants } from '@patchkeep/contract/constants';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../../ui/banner.tsx';
import type { ChangeLevel } from './change-sets.queries.ts';

/** "Ana, Bo or Cy". */
const anyOf = (names: readonly string[]): string => {
  const [last = '', ...others] = names.toReversed();
  if (names.length >= constants.confirmersShown) return `${names.join(', ')} or others`;
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`;
};

const wayOut = {
  site: {
    nobody: 'Nobody else may make changes in this site, so nobody can confirm this request.',
    to: '/configuration',
    search: { tab: 'approvals' },
    place: 'Configuration → Approvals',
  },
  system: {
    nobody: 'You are the only system administrator, so nobody can confirm this request.',
    to: '/system-approvals',
    search: { view: 'changes' },
    place: 'System Approvals → Changes',
  },
} as const;

/** Before a request is sent: who can confirm it, or that nobody can and what to do about that. */
export function SecondPersonNote({ level, confirmers }: { level: ChangeLevel; confirmers: readonly string[] }) {
  if (confirmers.length > 0)
    return (
      <Banner tone="info" word="Second person">
        Nothing is changed until {anyOf(confirmers)} confirms it. The request ends after 24 hours without an answer.
      </Banner>
    );
  const { nobody, place, ...link } = wayOut[level];
  return (
    <Banner tone="warning" word="Nobody can confirm">
      {nobody} Add an administrator first, or let one person be enough: turn off “Wide changes need a second person”
      under <Link {...link}>{place}</Link>. The only administrator can do that alone.
    </Banner>
  );
}
