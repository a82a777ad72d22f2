import { stepUp } from '@patchkeep/contract/step-up';
import { useState } from 'react';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { markProving } from './proving-window.ts';

interface ProviderProofProps {
  title: string;
  /** What the identity provider is called here. */
  label: string;
  onClose: () => void;
}

const blocked = 'The browser did not open a window. Allow windows of this site, and try again.';

/**
 * Lets users sign in anew at their identity provider, in a window of its own: so the page stays as it is. That window
 * tells all tabs once it is done, which closes this dialog.
 */
export function ProviderProof({ title, label, onClose }: ProviderProofProps) {
  const [refusal, setRefusal] = useState<string>();
  const [isWaiting, setWaiting] = useState(false);
  const begin = useAct(
    () => call(stepUp.beginAtProvider, {}, { retries: 0, operation: { verb: 'refresh', thing: 'session' } }),
    { touches: [], onRefused: setRefusal, refusals: [400, 429, 502] },
  );
  const go = () => {
    setRefusal(undefined);
    // Opened at once and filled later: browsers allow a window only right after a press.
    const opened = window.open('', '_blank', 'popup,width=520,height=720');
    if (!opened) {
      setRefusal(blocked);
      return;
    }
    markProving(opened.sessionStorage);
    begin.mutate(undefined, {
      onSuccess: ({ address }) => {
        opened.location.replace(address);
        setWaiting(true);
      },
      onError: () => opened.close(),
    });
  };
  const actions = (
    <>
      <Button onPress={onClose}>Cancel</Button>
      <Button variant="primary" isPending={begin.isPending} onPress={go}>
        {isWaiting ? 'Open the window again' : 'Sign in again'}
      </Button>
    </>
  );
  return (
    <Dialog title={title} isOpen onClose={onClose} actions={actions}>
      {refusal !== undefined && <Banner tone="danger">{refusal}</Banner>}
      <p>
        You signed in through {label} some time ago. Sign in there again, in a window that opens for it, and what you
        asked for is done.
      </p>
      {isWaiting && <Banner tone="info">Waiting for the other window.</Banner>}
    </Dialog>
  );
}
