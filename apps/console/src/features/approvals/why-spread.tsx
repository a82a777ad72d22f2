import { useQuery } from '@tanstack/react-query';
import { approvalLabels } from '../../ui/approval-words.ts';
import { ApprovalBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { formatNumber } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { outcomeWords } from './why-words.ts';
import s from './why.module.css';
import { spreadQuery, type WhySubject } from './why.queries.ts';

export interface SpreadBoxProps {
  subject: WhySubject;
  /** Only hosts of a group or with a tag. */
  place?: { groupUuid?: string; tagUuid?: string };
  /** One after the other instead of one below the other. */
  isLine?: boolean;
}

/** What will happen to all hosts that have it, and who decided so: the most hosts first. */
export function SpreadBox({ subject, place = {}, isLine = false }: SpreadBoxProps) {
  const query = useQuery(spreadQuery(subject, place));
  const { data } = query;
  if (!data)
    return query.isError ? (
      <p className={s['muted']}>
        What was decided could not be fetched.{' '}
        <Button size="small" onPress={() => void query.refetch()}>
          Try again
        </Button>
      </p>
    ) : (
      <Spinner isBlock />
    );
  if (data.hosts === 0) return <p className={s['muted']}>No host is concerned.</p>;
  return (
    <ul className={cx(s['outcomes'], isLine && s['inLine'])} aria-label={`What is decided for ${data.name}`}>
      {data.outcomes
        .toSorted((a, b) => b.hosts - a.hosts)
        .map((outcome, index) => (
          <li key={index} title={outcome.sentence}>
            <span className={s['hosts']}>{formatNumber(outcome.hosts)}</span>
            <ApprovalBadge approval={approvalLabels[outcome.status]} isInherited={outcome.level !== null} />
            <span>{outcomeWords(outcome)}</span>
          </li>
        ))}
    </ul>
  );
}
