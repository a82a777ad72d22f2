import type { Approval, ApprovalRow } from '@patchkeep/contract/approval-fields';
import { Link } from '@tanstack/react-router';
import { approvalLabels, placeWords } from '../../ui/approval-words.ts';
import { ApprovalBadge } from '../../ui/badge.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import s from './approvals.module.css';
import { type Place, scopeOf } from './approval-place.ts';
import { SpreadBox } from './why-spread.tsx';

interface OverridesRowProps {
  row: ApprovalRow;
  place: Place;
  /** Undefined until they are fetched. */
  below: readonly Approval[] | undefined;
}

/** The places below with a word of their own: which, what, who and when. */
export function OverridesRow({ row, place, below }: OverridesRowProps) {
  if (!below) return <Spinner isBlock />;
  return (
    <div className={s['below']}>
      <table className={s['overrides']} aria-label={`Overrides of ${row.name}`}>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col">Decided</th>
            <th scope="col">By</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {below.map((approval) => (
            <tr key={approval.approvalKey}>
              <th scope="row">
                <PlaceLink approval={approval} siteUuid={place.siteUuid} />
              </th>
              <td>
                <span className={s['value']}>
                  <ApprovalBadge approval={approvalLabels[approval.status]} />
                  {approval.approvedVersion !== null && (
                    <span className={s['version']}>{approval.approvedVersion}</span>
                  )}
                </span>
              </td>
              <td>{approval.changedBy ?? '—'}</td>
              <td>{approval.changedAt === null ? '—' : <RelativeTime at={approval.changedAt} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {place.level !== 'system' && place.siteUuid === undefined && <Spread row={row} place={place} />}
    </div>
  );
}

function PlaceLink({ approval, siteUuid }: { approval: Approval; siteUuid: string | undefined }) {
  const { level, scopeUuid, scopeName, kind } = approval;
  const words = level === 'site' ? scopeName : placeWords(level, scopeName);
  if (scopeUuid === null) return words;
  const search = { ...(kind === 'wua' && { kind }), ...(siteUuid !== undefined && { siteUuid }) };
  const to = siteUuid === undefined ? '/patching/approvals' : '/system-approvals';
  if (level === 'group')
    return (
      <Link to={`${to}/group`} search={{ ...search, groupUuid: scopeUuid }} className="plain-link">
        {words}
      </Link>
    );
  if (level === 'tag')
    return (
      <Link to={`${to}/tag`} search={{ ...search, tagUuid: scopeUuid }} className="plain-link">
        {words}
      </Link>
    );
  return (
    <Link to="/system-approvals/site" search={{ ...search, siteUuid: scopeUuid }} className="plain-link">
      {words}
    </Link>
  );
}

/** What comes of it all, in hosts. */
function Spread({ row, place }: { row: ApprovalRow; place: Place }) {
  const subject = row.channelTag === null ? { wuaKey: row.wuaKey ?? '' } : { channelTag: row.channelTag };
  return (
    <section className={s['spread']} aria-label={`What comes of it for ${row.name}`}>
      <h3>What comes of it</h3>
      <SpreadBox subject={subject} place={scopeOf(place)} />
    </section>
  );
}
