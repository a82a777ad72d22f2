import { formatCount, formatNumber } from '../../../ui/format.ts';
import { JobProgress } from '../job-progress.tsx';
import { progressOf, type JobAnswer } from '../job-text.ts';
import s from '../jobs.module.css';

/** The job in numbers. */
export function JobSummary({ job: { goal, achievements } }: { job: JobAnswer }) {
  const { agentCount, writtenCount } = goal;
  const progress = progressOf(goal.actions);
  const figures = [
    {
      term: 'Hosts',
      count: agentCount,
      detail: writtenCount < agentCount ? `${formatNumber(writtenCount)} worked out so far` : 'in its targets',
    },
    {
      term: 'Achieved',
      count: progress.achieved,
      detail: `of ${formatCount(progress.achieved + progress.over + progress.open, 'host and action', 'hosts and actions')}`,
    },
    { term: 'Open', count: progress.open, detail: 'still to come' },
    { term: 'Failed', count: achievements.countFailed, detail: 'pieces of work' },
  ];
  return (
    <dl className={`card ${s['summary']}`}>
      {figures.map(({ term, count, detail }) => (
        <div key={term} className={s['figure']}>
          <dt className="muted">{term}</dt>
          <dd>
            <span className={s['count']}>{formatNumber(count)}</span> <span className="muted">{detail}</span>
          </dd>
        </div>
      ))}
      <div className={s['whole']}>
        <dt className="visually-hidden">Progress</dt>
        <dd>
          <JobProgress progress={progress} isFull />
        </dd>
      </div>
    </dl>
  );
}
