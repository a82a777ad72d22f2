import { RecoveryCodesList } from '../../acts/second-factor/recovery-codes-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface KeptCodesDialogProps {
  title: string;
  codes: readonly string[];
  onClose: () => void;
}

/** Only its own button closes it, because the codes are not shown again. */
export function KeptCodesDialog({ title, codes, onClose }: KeptCodesDialogProps) {
  const done = (
    <Button variant="primary" onPress={onClose}>
      I have kept them
    </Button>
  );
  return (
    <Dialog title={title} isOpen isDismissable={false} actions={done}>
      <RecoveryCodesList codes={codes} />
    </Dialog>
  );
}
