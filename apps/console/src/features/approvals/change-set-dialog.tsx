import type { ChangeSet } from '@patchkeep/contract/change-sets';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { TextField } from '../../ui/text-field.tsx';
import { ChangeList } from './change-set-changes.tsx';
import s from './change-set.module.css';

export interface ChangeSetDialogProps {
  what: 'undo' | 'refuse';
  set: ChangeSet;
  isPending: boolean;
  onDone: (reason: string) => void;
  onClose: () => void;
}

/** Taking back, or refusing: what comes of it, and a word why. */
export function ChangeSetDialog({ what, set, isPending, onDone, onClose }: ChangeSetDialogProps) {
  const [reason, setReason] = useState('');
  const isUndo = what === 'undo';
  const isApproval = set.kind === 'approval';
  const undoWords = isApproval
    ? `Take back ${formatCount(set.changeCount, 'decision')}`
    : `Take back on ${formatCount(set.hosts, 'host')}`;
  const send = () => {
    if (!isPending) onDone(reason.trim());
  };
  return (
    <Dialog
      title={isUndo ? `Take back: ${set.title}` : `Refuse: ${set.title}`}
      isOpen
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant={isUndo ? 'primary' : 'danger'} isPending={isPending} onPress={send}>
            {isUndo ? undoWords : 'Refuse'}
          </Button>
        </>
      }
    >
      <div className={s['stack']}>
        {isUndo ? (
          <>
            <p>
              {isApproval ? 'Every decision becomes what it was.' : 'Everything it changed becomes what it was.'} What
              hosts have done meanwhile stays done.
            </p>
            {isApproval && <ChangeList set={set} isBackwards />}
          </>
        ) : (
          <p>Nothing of it will be made. {set.requestedBy} sees that it was refused, and why.</p>
        )}
        <TextField label="Reason" isOptional isMultiline maxLength={2_000} value={reason} onChange={setReason} />
      </div>
    </Dialog>
  );
}
