import type { Verdict } from '@patchkeep/contract/why';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { approvalLabels, scopeText } from '../../../domain/approval-text.ts';
import { ApprovalBadge } from '../../../domain/product-badges.tsx';
import { useMay } from '../../../lib/use-may.ts';
import { cx } from '../../../ui/cx.ts';
import { hostPolicyQuery, type WhySubject } from './why.queries.ts';
import s from './why.module.css';

/** For exports: "Blocked, Tag Kiosk". */
const policyText = ({ status, level, scopeName }: Verdict): string =>
  level === null ? approvalLabels[status] : `${approvalLabels[status]}, ${scopeText(level, scopeName)}`;

interface PolicyBadgeProps {
  verdict: Verdict;
  name: string;
  onWhy: () => void;
}

/** What holds on a host and who says so; pressed, it says why. */
function PolicyBadge({ verdict, name, onWhy }: PolicyBadgeProps) {
  const { status, level, scopeName } = verdict;
  return (
    <button
      type="button"
      className={cx('bare-button', s['policy'])}
      title={verdict.sentence}
      onClick={(event) => {
        // The row below has a press of its own.
        event.stopPropagation();
        onWhy();
      }}
    >
      <ApprovalBadge approval={approvalLabels[status]} isInherited={level !== null && level !== 'host'} />
      {level !== null && <span className={s['from']}>{scopeText(level, scopeName)}</span>}
      <span className="visually-hidden">. Why? {name}</span>
    </button>
  );
}

export interface WhyTarget {
  subject: WhySubject;
  name: string;
}

/** The column "Policy here" of lists about one host. */
export interface HostPolicy {
  cell: (subject: WhySubject | null, name: string) => ReactNode;
  text: (subject: WhySubject | null) => string;
}

const keyOf = (subject: WhySubject): string => ('channelTag' in subject ? subject.channelTag : subject.wuaKey);

/** One call for all rows of a host; what is not in the catalogue has no policy. Nothing where a site does not patch. */
export const useHostPolicy = (
  hostUuid: string | undefined,
  onWhy: (target: WhyTarget) => void,
): HostPolicy | undefined => {
  const isPatching = useMay('canViewPatching');
  const { data } = useQuery({ ...hostPolicyQuery(hostUuid ?? ''), enabled: isPatching && hostUuid !== undefined });
  const verdicts = useMemo(
    () => new Map(data?.approvals.map(({ channelTag, wuaKey, verdict }) => [channelTag ?? wuaKey ?? '', verdict])),
    [data],
  );
  return useMemo(() => {
    if (!isPatching) return undefined;
    const verdictOf = (subject: WhySubject | null) => (subject === null ? undefined : verdicts.get(keyOf(subject)));
    return {
      cell: (subject, name) => {
        const verdict = verdictOf(subject);
        if (subject === null || !verdict) return '—';
        return <PolicyBadge verdict={verdict} name={name} onWhy={() => onWhy({ subject, name })} />;
      },
      text: (subject) => {
        const verdict = verdictOf(subject);
        return verdict ? policyText(verdict) : '';
      },
    };
  }, [isPatching, verdicts, onWhy]);
};
