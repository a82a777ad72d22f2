import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { unsaved } from '../../lib/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before a half-filled form is left, and keeps another tab from changing the ground below it. */
export function LeaveGuard({ name, isDirty }: { name: string; isDirty: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: false, withResolver: true });
  useEffect(() => (isDirty ? unsaved.mark(name) : undefined), [isDirty, name]);
  return (
    <Dialog
      title="Leave without saving?"
      role="alertdialog"
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button onPress={() => blocker.proceed?.()}>Leave and discard</Button>
          <Button variant="primary" onPress={() => blocker.reset?.()}>
            Stay
          </Button>
        </>
      }
    >
      <p>What you changed here is not saved yet.</p>
    </Dialog>
  );
}
