import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format.ts';
import type { PendingEdit } from './pending.ts';
import s from '../approvals.module.css';

interface PendingBarProps {
  edits: readonly PendingEdit[];
  isPending: boolean;
  onReview: () => void;
  onApply: () => void;
  onDiscard: () => void;
}

/** What was edited and is not applied yet; stays in sight on every page and level. */
export function PendingBar({ edits, isPending, onReview, onApply, onDiscard }: PendingBarProps) {
  if (edits.length === 0) return null;
  const scopes = new Set(edits.map(({ level, scopeUuid }) => `${level} ${scopeUuid ?? ''}`)).size;
  return (
    <section className={s['pendingBar']} aria-label="Pending changes">
      <output>
        <strong>{formatCount(edits.length, 'change')} pending</strong>
        {scopes > 1 && <span className="muted"> at {formatCount(scopes, 'scope')}</span>}
      </output>
      <div className="at-end">
        <Button onPress={onDiscard} isDisabled={isPending}>
          Discard
        </Button>
        <Button onPress={onApply} isPending={isPending}>
          Apply
        </Button>
        <Button variant="primary" data-act="review-changes" onPress={onReview} isDisabled={isPending}>
          Review
        </Button>
      </div>
    </section>
  );
}
