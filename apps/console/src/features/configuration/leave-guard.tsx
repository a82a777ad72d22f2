import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before a half-filled form is left. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: false, withResolver: true });
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
