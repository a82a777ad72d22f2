import { useQuery } from '@tanstack/react-query';
import { approvalLabels } from '../../../domain/approval-text.ts';
import { ApprovalBadge } from '../../../domain/product-badges.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { outcomeText, sharedFates } from './why-text.ts';
import { spreadQuery, type WhySubject } from './why.queries.ts';
import s from './why.module.css';

export interface SpreadBoxProps {
  subject: WhySubject;
  /** Only hosts of a group or with a tag. */
  scope?: { groupUuid?: string; tagUuid?: string };
  /** One after the other instead of one below the other. */
  isLine?: boolean;
}

/** What will happen to all hosts that have it, and who decided so: the most hosts first. */
export function SpreadBox({ subject, scope = {}, isLine = false }: SpreadBoxProps) {
  const query = useQuery(spreadQuery(subject, scope));
  const { data } = query;
  if (!data)
    return query.isError ? (
      <p className="muted">
        What was decided could not be fetched.{' '}
        <Button size="small" onPress={() => void query.refetch()}>
          Try again
        </Button>
      </p>
    ) : (
      <Spinner isBlock />
    );
  if (data.hosts === 0) return <p className="muted">No host is concerned.</p>;
  return (
    <ul className={cx(s['outcomes'], isLine && s['inLine'])} aria-label={`What is decided for ${data.name}`}>
      {sharedFates(data.outcomes).map((outcome, index) => (
        <li key={index}>
          <span className={s['hosts']}>{formatNumber(outcome.hosts)}</span>
          <ApprovalBadge approval={approvalLabels[outcome.status]} isInherited={outcome.level !== null} />
          <span>{outcomeText(outcome)}</span>
        </li>
      ))}
    </ul>
  );
}
