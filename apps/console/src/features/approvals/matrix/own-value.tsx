import type { Approval, ApprovalStatus, InheritedValue } from '@patchkeep/contract/approval-fields';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { approvalLabels, scopeText } from '../../../domain/approval-text.ts';
import { ApprovalBadge } from '../../../domain/product-badges.tsx';
import { cx } from '../../../ui/cx.ts';
import type { PendingEdit } from '../pending/pending.ts';
import { needsSettings, settingsText } from './settings-needed.ts';
import s from '../approvals.module.css';

/** What is decided here, or that nothing is and what holds instead. */
export function OwnValue({ approval }: { approval: Approval }) {
  const { status, approvedVersion, inherited } = approval;
  if (status === 'disabled')
    return (
      <span className={cx(s['value'], inherited && s['tall'])}>
        <span className={s['none']}>{approvalLabels.disabled}</span>
        {inherited && <InheritedBadge inherited={inherited} />}
      </span>
    );
  return (
    <span className={s['value']} title={flagText(approval)}>
      <ApprovalBadge approval={approvalLabels[status]} isStruck={needsSettings(approval)} />
      {approvedVersion !== null && <span className={cx('clipped', s['version'])}>{approvedVersion}</span>}
    </span>
  );
}

/** A dashed badge says it comes from above, the words beside it from where. */
export function InheritedBadge({ inherited }: { inherited: InheritedValue }) {
  const from = scopeText(inherited.level, inherited.scopeName);
  return (
    <span className={s['value']}>
      <ApprovalBadge approval={approvalLabels[inherited.status]} isInherited />
      <span className={cx('clipped', s['from'])} title={from}>
        {from}
      </span>
    </span>
  );
}

/** As it travels, for those who read the API beside the screen. */
function flagText(approval: Approval): string {
  const flags = (['isBlocked', 'isEnabled', 'isAutoUpdate', 'isUpToDate', 'isDummy'] as const).filter(
    (flag) => approval[flag],
  );
  return flags.length > 0 ? flags.join(', ') : 'no flag set';
}

interface ValueCellProps {
  approval: Approval & { name: string };
  edit: PendingEdit | undefined;
  /** Absent for those who may only look. */
  onPress: ((opener: HTMLElement) => void) | undefined;
  onSettings: (() => void) | undefined;
}

/** The cell that is edited: its menu, and what waits to be applied. */
export function ValueCell({ approval, edit, onPress, onSettings }: ValueCellProps) {
  const value = edit ? <PendingValue edit={edit} /> : <OwnValue approval={approval} />;
  const needs = !edit && approval.status !== 'disabled' && needsSettings(approval);
  return (
    <span className={cx(s['cell'], needs && s['tall'])}>
      {onPress ? (
        <button
          type="button"
          className={s['decide']}
          aria-haspopup="menu"
          tabIndex={-1}
          onClick={({ currentTarget }) => onPress(currentTarget)}
        >
          <span className="visually-hidden">Decide on {approval.name}: </span>
          {value}
          <ChevronDown size={14} aria-hidden className={s['arrow']} />
        </button>
      ) : (
        value
      )}
      {needs &&
        (onSettings ? (
          <button
            type="button"
            className={s['needs']}
            tabIndex={-1}
            title={settingsText(approval)}
            onClick={onSettings}
          >
            settings needed
          </button>
        ) : (
          <span className={s['needs']}>settings needed</span>
        ))}
    </span>
  );
}

function PendingValue({ edit }: { edit: PendingEdit }) {
  return (
    <span className={s['value']}>
      <ApprovalBadge approval={approvalLabels[edit.after]} />
      <span className={s['pending']}>{edit.version ?? 'pending'}</span>
      <span className="visually-hidden"> instead of {approvalLabels[edit.before]}</span>
    </span>
  );
}

/** A level above that has decided, or has not. */
export function DefaultBadge({ status }: { status: ApprovalStatus | null }) {
  if (status === null || status === 'disabled') return <span className={s['none']}>{approvalLabels.disabled}</span>;
  return <ApprovalBadge approval={approvalLabels[status]} />;
}
