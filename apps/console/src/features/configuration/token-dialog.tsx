import { useState } from 'react';
import { MadeTokenDialog } from './made-token-dialog.tsx';
import { TokenForm } from './token-form.tsx';
import { TokenCommands } from './token-secret.tsx';

export function TokenDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <MadeTokenDialog
      noun="install token"
      secret={secret}
      uses={secret !== null && <TokenCommands secret={secret} />}
      onClose={onClose}
    >
      <TokenForm defaultName="" onMade={setSecret} onCancel={onClose} />
    </MadeTokenDialog>
  );
}
