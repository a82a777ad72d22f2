import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface ActDialogProps extends Pick<DialogProps, 'title' | 'role'> {
  onClose: () => void;
  /** What the button says. */
  verb: string;
  onAct: () => void;
  isDanger?: boolean;
  isDisabled?: boolean;
  isPending?: boolean;
  children: ReactNode;
}

/** An open dialog that ends in one act: Cancel beside the button that does it, which Ctrl+Enter presses too. */
export function ActDialog(props: ActDialogProps) {
  const { onClose, verb, onAct, isDanger = false, isDisabled = false, isPending = false, children, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      isOpen
      onClose={onClose}
      onSubmit={isDisabled || isPending ? undefined : onAct}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            isDisabled={isDisabled}
            isPending={isPending}
            onPress={onAct}
          >
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
