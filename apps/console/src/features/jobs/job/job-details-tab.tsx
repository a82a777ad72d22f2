import type { Goal } from '@patchkeep/contract/goals';
import { Facts } from '../../../ui/facts.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { startsText, typeDetail, typeText } from '../job-text.ts';
import s from '../jobs.module.css';

export function JobDetailsTab({ goal }: { goal: Goal }) {
  const { comment, jobType, isOngoing, isMultishot, starts, priority, created, createdBy } = goal;
  return (
    <div className={`card ${s['details']}`}>
      <Facts
        facts={[
          { term: 'Comment', detail: comment || 'None' },
          { term: 'Type', detail: typeText[jobType] },
          {
            term: 'What that means',
            detail:
              isOngoing && !isMultishot ? `${typeDetail.ongoing} One attempt for each host.` : typeDetail[jobType],
          },
          { term: 'Hosts begin', detail: startsText[starts] },
          { term: 'Priority', detail: `${priority}. The higher wins where jobs ask hosts for different things.` },
          { term: 'Created', detail: <RelativeTime at={created} isAbsoluteShown /> },
          { term: 'Created by', detail: createdBy ?? 'Somebody who is no longer known' },
        ]}
      />
    </div>
  );
}
