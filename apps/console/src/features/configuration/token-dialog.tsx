import { useState } from 'react';
import { AgentDownloads } from './agent-downloads.tsx';
import { MadeTokenDialog } from './made-token-dialog.tsx';
import { TokenForm } from './token-form.tsx';
import { TokenCommands } from './token-secret.tsx';

export function TokenDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <MadeTokenDialog
      noun="install token"
      secret={secret}
      uses={
        secret !== null && (
          <>
            <TokenCommands secret={secret} />
            <AgentDownloads />
          </>
        )
      }
      onClose={onClose}
    >
      <TokenForm defaultName="" onMade={setSecret} onCancel={onClose} />
    </MadeTokenDialog>
  );
}
