import type { ChangeSet, DecisionChange } from '@patchkeep/contract/change-sets';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { approvalLabels, scopeText } from '../../../domain/approval-text.ts';
import { ApprovalBadge } from '../../../domain/product-badges.tsx';
import { formatCount } from '../../../ui/format.ts';
import s from './change-set.module.css';

type Side = DecisionChange['before'];

function Value({ side }: { side: Side }) {
  return (
    <span className={s['value']}>
      <ApprovalBadge approval={approvalLabels[side.status]} />
      {side.version !== null && <span>{side.version}</span>}
    </span>
  );
}

interface ChangeListProps {
  /** A change set, or the preview of one. */
  set: Pick<ChangeSet, 'changes' | 'changeCount'>;
  isBackwards?: boolean;
}

/** Each decision before and after; an undo reads them the other way round. */
export function ChangeList({ set, isBackwards = false }: ChangeListProps) {
  const rest = set.changeCount - set.changes.length;
  return (
    <>
      <ul className={s['changes']} aria-label="Decisions, before and after">
        {set.changes.map((change) => (
          <li key={`${change.level} ${change.scopeUuid ?? ''} ${change.kind} ${change.subject}`}>
            <span className={s['subject']}>
              <strong>{change.name}</strong> <span className="muted">{scopeText(change.level, change.scopeName)}</span>
            </span>
            <span className={s['sides']}>
              <Value side={isBackwards ? change.after : change.before} />
              <ArrowRight size={14} aria-hidden />
              <span className="visually-hidden">becomes</span>
              <Value side={isBackwards ? change.before : change.after} />
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="muted">and {formatCount(rest, 'more decision')}.</p>}
    </>
  );
}
