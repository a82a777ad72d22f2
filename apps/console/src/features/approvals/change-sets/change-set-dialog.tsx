import type { ChangeSet } from '@patchkeep/contract/change-sets';
import { useState } from 'react';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { formatCount } from '../../../ui/format.ts';
import { ChangeList } from './change-set-changes.tsx';

export interface ChangeSetDialogProps {
  what: 'undo' | 'refuse';
  set: ChangeSet;
  /** Asked for by the one who is looking. */
  isOwn: boolean;
  isPending: boolean;
  onDone: (reason: string) => void;
  onClose: () => void;
}

/** Taking back, refusing, or withdrawing one's own request: what follows, and the reason. */
export function ChangeSetDialog({ what, set, isOwn, isPending, onDone, onClose }: ChangeSetDialogProps) {
  const [reason, setReason] = useState('');
  const isUndo = what === 'undo';
  const isApproval = set.kind === 'approval';
  const undoText = isApproval
    ? `Take back ${formatCount(set.changeCount, 'decision')}`
    : `Take back on ${formatCount(set.hosts, 'host')}`;
  const send = () => {
    if (!isPending) onDone(reason.trim());
  };
  const refusing = isOwn
    ? { title: 'Withdraw the request', verb: 'Withdraw' }
    : { title: `Refuse: ${set.title}`, verb: 'Refuse' };
  const { title, verb } = isUndo ? { title: `Take back: ${set.title}`, verb: undoText } : refusing;
  return (
    <ActDialog title={title} onClose={onClose} verb={verb} onAct={send} isDanger={!isUndo} isPending={isPending}>
      <div className="stack">
        {isUndo ? (
          <>
            <p>
              {isApproval ? 'Every decision becomes what it was.' : 'Everything it changed becomes what it was.'} What
              hosts have done meanwhile stays done.
            </p>
            {isApproval && <ChangeList set={set} isBackwards />}
          </>
        ) : isOwn ? (
          <p>
            <strong>{set.title}</strong> no longer waits for a second person. Nothing is changed, and you can ask for it
            again.
          </p>
        ) : (
          <p>Nothing is changed. {set.requestedBy} sees that it was refused, and why.</p>
        )}
        <TextField label="Reason" isOptional isMultiline maxLength={2_000} value={reason} onChange={setReason} />
      </div>
    </ActDialog>
  );
}
