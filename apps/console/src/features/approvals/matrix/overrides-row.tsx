import type { Approval, ApprovalRow } from '@patchkeep/contract/approval-fields';
import { Link } from '@tanstack/react-router';
import { approvalLabels, scopeText } from '../../../domain/approval-text.ts';
import { ApprovalBadge } from '../../../domain/product-badges.tsx';
import { cx } from '../../../ui/cx.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { type Scope, scopeQuery } from '../approval-scope.ts';
import { SpreadBox } from '../why/why-spread.tsx';
import s from '../approvals.module.css';

interface OverridesRowProps {
  row: ApprovalRow;
  scope: Scope;
  /** Undefined until they are fetched. */
  below: readonly Approval[] | undefined;
}

/** The lower scopes with a decision of their own: which, what, who and when. */
export function OverridesRow({ row, scope, below }: OverridesRowProps) {
  if (!below) return <Spinner isBlock />;
  return (
    <div className={s['below']}>
      <table className={s['overrides']} aria-label={`Overrides of ${row.name}`}>
        <thead>
          <tr>
            <th scope="col">Scope</th>
            <th scope="col">Decided</th>
            <th scope="col">By</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {below.map((approval) => (
            <tr key={approval.approvalKey}>
              <th scope="row">
                <ScopeLink approval={approval} siteUuid={scope.siteUuid} />
              </th>
              <td>
                <span className={s['value']}>
                  <ApprovalBadge approval={approvalLabels[approval.status]} />
                  {approval.approvedVersion !== null && (
                    <span className={cx('clipped', s['version'])}>{approval.approvedVersion}</span>
                  )}
                </span>
              </td>
              <td>{approval.changedBy ?? '—'}</td>
              <td>{approval.changedAt === null ? '—' : <RelativeTime at={approval.changedAt} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {scope.level !== 'system' && scope.siteUuid === undefined && <Spread row={row} scope={scope} />}
    </div>
  );
}

function ScopeLink({ approval, siteUuid }: { approval: Approval; siteUuid: string | undefined }) {
  const { level, scopeUuid, scopeName, kind } = approval;
  const label = level === 'site' ? scopeName : scopeText(level, scopeName);
  if (scopeUuid === null) return label;
  const search = { ...(kind === 'wua' && { kind }), ...(siteUuid !== undefined && { siteUuid }) };
  const to = siteUuid === undefined ? '/patching/approvals' : '/system-approvals';
  if (level === 'group')
    return (
      <Link to={`${to}/group`} search={{ ...search, groupUuid: scopeUuid }} className="plain-link">
        {label}
      </Link>
    );
  if (level === 'tag')
    return (
      <Link to={`${to}/tag`} search={{ ...search, tagUuid: scopeUuid }} className="plain-link">
        {label}
      </Link>
    );
  return (
    <Link to="/system-approvals/site" search={{ ...search, siteUuid: scopeUuid }} className="plain-link">
      {label}
    </Link>
  );
}

/** The effect of all decisions, in hosts. */
function Spread({ row, scope }: { row: ApprovalRow; scope: Scope }) {
  const subject = row.channelTag === null ? { wuaKey: row.wuaKey ?? '' } : { channelTag: row.channelTag };
  return (
    <section className={s['spread']} aria-label={`Effect on hosts of ${row.name}`}>
      <h2 className="caption">Effect on hosts</h2>
      <SpreadBox subject={subject} scope={scopeQuery(scope)} />
    </section>
  );
}
