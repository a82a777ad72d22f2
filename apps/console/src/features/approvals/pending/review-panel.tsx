import { type ApprovalStatus, approvalStatuses } from '@patchkeep/contract/approval-fields';
import type { ChangePreview } from '@patchkeep/contract/change-sets';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { approvalLabels, scopeText } from '../../../domain/approval-text.ts';
import { ApprovalBadge } from '../../../domain/product-badges.tsx';
import { asFailure } from '../../../lib/failure.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { formatCount, formatNumber } from '../../../ui/format.ts';
import { PreviewPanel } from '../../../ui/preview-panel.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ChangeList } from '../change-sets/change-set-changes.tsx';
import { SecondPersonNote } from '../change-sets/second-person-note.tsx';
import { isSystemWide, requestTitle, requestVerb } from './act-text.ts';
import { type ChangeRequest, previewChange } from './change-request.ts';
import s from '../approvals.module.css';

export interface Confirmed {
  previewToken: string;
  reason: string;
  isOverridingBelow: boolean;
}

interface ReviewPanelProps {
  request: ChangeRequest;
  /** Counts on when the former preview is no longer true. */
  round: number;
  isPending: boolean;
  onCancel: () => void;
  onConfirm: (confirmed: Confirmed) => void;
}

/** What the server says a change would do, before it is made. */
export function ReviewPanel({ request, round, isPending, onCancel, onConfirm }: ReviewPanelProps) {
  const [isOverridingBelow, setOverriding] = useState(false);
  const query = useQuery({
    queryKey: ['approval-preview', request, isOverridingBelow, round],
    queryFn: ({ signal }) => previewChange(request, isOverridingBelow, signal),
    // A preview is of its moment: never kept, never fetched behind the back of whoever reads it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { isShownInPlace: true },
  });
  const title = requestTitle(request);
  const preview = query.data;
  if (query.isError || !preview)
    return (
      <Dialog title={title} isOpen onClose={onCancel} actions={<Button onPress={onCancel}>Close</Button>}>
        {query.isError ? (
          <Banner tone="danger" word="Refused">
            {asFailure(query.error).message}
          </Banner>
        ) : (
          <Spinner isBlock />
        )}
      </Dialog>
    );
  const isSystem = isSystemWide(request);
  const verb = preview.hosts > 0 ? requestVerb(request) : 'Apply';
  const affected = preview.hosts > 0 ? preview.hosts : preview.changeCount;
  return (
    <PreviewPanel
      title={title}
      tier={isSystem ? 2 : 1}
      isOpen
      isPending={isPending || query.isPlaceholderData}
      verb={preview.needsSecondPerson ? `Ask to ${verb.toLowerCase()}` : verb}
      noun={preview.hosts > 0 ? 'host' : 'change'}
      affected={affected}
      affectedDetail={<Affected preview={preview} />}
      {...(preview.hosts > 0 && {
        change: { now: <Tally counts={preview.before} />, after: <Tally counts={preview.after} /> },
      })}
      warnings={[
        ...(round > 0 ? ['The hosts or the approvals have changed since you looked. This is how it stands now.'] : []),
        ...preview.warnings.map(({ text }) => text),
      ]}
      facts={factsOf(preview)}
      {...(isSystem && { confirmWord: 'system' })}
      onCancel={onCancel}
      onConfirm={(reason) => onConfirm({ previewToken: preview.previewToken, reason, isOverridingBelow })}
    >
      {preview.needsSecondPerson && (
        <SecondPersonNote level={isSystem ? 'system' : 'site'} confirmers={preview.confirmers} />
      )}
      {preview.changes.length > 1 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
        <section className={s['changes']} aria-label="Changes one by one" tabIndex={0}>
          <ChangeList set={preview} />
        </section>
      )}
      {(preview.stayingCount > 0 || isOverridingBelow) && (
        <Checkbox
          isSelected={isOverridingBelow}
          onChange={setOverriding}
          description="Their own decisions about the same are taken away with this change, and come back when it is undone."
        >
          Override them too
        </Checkbox>
      )}
    </PreviewPanel>
  );
}

function Affected({ preview }: { preview: ChangePreview }) {
  const { hosts, workstations, servers, dormantHosts, changeCount } = preview;
  if (hosts === 0) return changeCount > 0 ? 'No host is touched now: it counts for those that come.' : null;
  return (
    <>
      {formatCount(workstations, 'workstation')}, <strong>{formatCount(servers, 'server')}</strong>
      {dormantHosts > 0 && ` (${formatNumber(dormantHosts)} dormant)`}
    </>
  );
}

/** What the hosts do about it, each status with its number. */
function Tally({ counts }: { counts: Partial<Record<ApprovalStatus, number>> }) {
  const present = approvalStatuses.filter((status) => (counts[status] ?? 0) > 0);
  if (present.length === 0) return <span className="muted">—</span>;
  return present.map((status) => (
    <ApprovalBadge key={status} approval={approvalLabels[status]} count={counts[status]} />
  ));
}

const factsOf = (preview: ChangePreview) => [
  ...(preview.hosts > 0
    ? [
        {
          term: 'Updates',
          detail:
            preview.updatingHosts === 0
              ? 'No host gets another version by it.'
              : `${formatCount(preview.updatingHosts, 'host')} will get a version they do not have.`,
        },
        {
          term: 'Restarts',
          detail:
            preview.restartsExpected === null
              ? 'Not known beforehand.'
              : preview.restartsExpected === 0
                ? 'None expected.'
                : `${formatCount(preview.restartsExpected, 'host')} will be asked to restart.`,
        },
        { term: 'When', detail: 'At each host’s next check-in.' },
      ]
    : []),
  ...(preview.sampleHosts.length > 0 ? [{ term: 'For example', detail: <SampleHosts preview={preview} /> }] : []),
  ...(preview.unchangedCount > 0
    ? [{ term: 'Skipped', detail: `${formatNumber(preview.unchangedCount)} already so.` }]
    : []),
  ...(preview.stayingCount > 0 ? [{ term: 'Stay as they are', detail: <Staying preview={preview} /> }] : []),
];

function SampleHosts({ preview: { sampleHosts, hosts } }: { preview: ChangePreview }) {
  return (
    <span className={s['inline']}>
      {sampleHosts.slice(0, 5).map(({ uuid, hostName }) => (
        <Link key={uuid} to="/hosts/host-results" search={{ hostUuid: uuid }} target="_blank" className="plain-link">
          {hostName}
        </Link>
      ))}
      {hosts > 5 && <span className="muted">and {formatNumber(hosts - Math.min(5, sampleHosts.length))} more</span>}
    </span>
  );
}

/** Lower scopes with a decision of their own. */
function Staying({ preview: { staying, stayingCount } }: { preview: ChangePreview }) {
  const shown = staying.slice(0, 6);
  return (
    <span className={s['inline']}>
      {shown.map(({ level, scopeUuid, scopeName, name, status }) => (
        <span key={`${scopeUuid} ${name}`} className={s['value']}>
          {scopeText(level, scopeName)} <ApprovalBadge approval={approvalLabels[status]} />
          {staying.some((other) => other.name !== name) && <span className="muted">{name}</span>}
        </span>
      ))}
      {stayingCount > shown.length && (
        <span className="muted">and {formatNumber(stayingCount - shown.length)} more</span>
      )}
    </span>
  );
}
