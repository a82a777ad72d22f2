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

/** Taking back, or refusing: what comes of it, and a word why. */
export function ChangeSetDialog({ what, set, isOwn, isPending, onDone, onClose }: ChangeSetDialogProps) {
  const [reason, setReason] = useState('');
  const isUndo = what === 'undo';
  const isApproval = set.kind === 'approval';
  const undoText = isApproval
    ? `Take back ${formatCount(set.changeCount, 'decision')}`
    : `Take back on ${formatCount(set.hosts, 'host')}`;
  const refuseWord = isOwn ? 'Withdraw' : 'Refuse';
  const send = () => {
    if (!isPending) onDone(reason.trim());
  };
  return (
    <ActDialog
      title={`${isUndo ? 'Take back' : refuseWord}: ${set.title}`}
      onClose={onClose}
      verb={isUndo ? undoText : refuseWord}
      onAct={send}
      isDanger={!isUndo}
      isPending={isPending}
    >
      <div className="stack">
        {isUndo ? (
          <>
            <p>
              {isApproval ? 'Every decision becomes what it was.' : 'Everything it changed becomes what it was.'} What
              hosts have done meanwhile stays done.
            </p>
            {isApproval && <ChangeList set={set} isBackwards />}
          </>
        ) : (
          <p>Nothing of it will be made.{!isOwn && ` ${set.requestedBy} sees that it was refused, and why.`}</p>
        )}
        <TextField label="Reason" isOptional isMultiline maxLength={2_000} value={reason} onChange={setReason} />
      </div>
    </ActDialog>
  );
}
