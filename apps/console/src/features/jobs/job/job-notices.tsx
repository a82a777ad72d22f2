import type { Goal } from '@patchkeep/contract/goals';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../../ui/banner.tsx';
import { formatCount } from '../../../ui/format.ts';
import { InspectionNote } from '../inspection-note.tsx';
import { pausedText } from '../job-text.ts';
import s from '../jobs.module.css';

/** What somebody should know of the job before its numbers. */
export function JobNotices({ goal }: { goal: Goal }) {
  const { state, pausedCause, heldCount, starts } = goal;
  const notices = [
    state === 'awaiting' && (
      <Banner key="awaiting" tone="warning" word="Awaits a second person">
        Nothing is done until another administrator confirms it, under{' '}
        <Link to="/patching/approvals" search={{ view: 'changes' }}>
          Approvals, Changes
        </Link>
        .
      </Banner>
    ),
    state === 'paused' && pausedCause !== null && (
      <Banner key="paused" tone="warning" word="Paused">
        {pausedText[pausedCause]}
      </Banner>
    ),
    heldCount > 0 && (
      <Banner key="held" tone="warning" word="Held">
        {formatCount(heldCount, 'host')} joined its targets and get nothing until somebody agrees to them.
      </Banner>
    ),
    state === 'active' && starts === 'inspection' && <InspectionNote key="note" />,
  ].filter(Boolean);
  return notices.length > 0 && <div className={s['notices']}>{notices}</div>;
}
