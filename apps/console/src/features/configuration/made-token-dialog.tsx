import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TokenSecret } from './token-secret.tsx';
import s from './configuration.module.css';

interface MadeTokenDialogProps {
  /** As in "install token". */
  noun: string;
  /** Null until it is made. */
  secret: string | null;
  /** How the token is used, below its secret. */
  uses: ReactNode;
  /** The form that makes it. */
  children: ReactNode;
  onClose: () => void;
}

/** Asks what the token may do, then shows its secret; only its own button closes that, because it is not shown again. */
export function MadeTokenDialog({ noun, secret, uses, children, onClose }: MadeTokenDialogProps) {
  if (secret !== null)
    return (
      <Dialog
        title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} made`}
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
          {uses}
        </div>
      </Dialog>
    );
  return (
    <Dialog title={`New ${noun}`} isOpen onClose={onClose}>
      <div className={s['wide']}>{children}</div>
    </Dialog>
  );
}
