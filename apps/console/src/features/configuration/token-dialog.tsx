import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import s from './configuration.module.css';
import { TokenForm } from './token-form.tsx';
import { TokenCommands, TokenSecret } from './token-secret.tsx';

/** Asks what the token may do, then shows its secret; only its own button closes that, because it is not shown again. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null)
    return (
      <Dialog
        title="Install token made"
        isOpen
        isDismissable={false}
        actions={
          <Button variant="primary" onPress={onClose}>
            I have copied it
          </Button>
        }
      >
        <div className={s['secret']}>
          <TokenSecret secret={secret} />
          <TokenCommands secret={secret} />
        </div>
      </Dialog>
    );
  return (
    <Dialog title="New install token" size="medium" isOpen onClose={onClose}>
      <div className={s['wide']}>
        <TokenForm defaultName="" onMade={setSecret} onCancel={onClose} />
      </div>
    </Dialog>
  );
}
