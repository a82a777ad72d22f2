import { useEffect, useEffectEvent, useState } from 'react';
import { channelName } from '../lib/broadcast.ts';
import { createInstanceId } from '../lib/instance.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { call } from './login-client.ts';
import { finishSso, type SsoAnswer, type SsoEnd } from './sso-flow.ts';
import s from './login.module.css';

interface SsoReturnProps {
  answer: SsoAnswer;
  onEnd: (step: 'signedIn' | 'linked') => void;
  /** This window was opened to prove who is signed in: the other one waits. */
  isProving: boolean;
  onBack: () => void;
}

/** All tabs hear it: the session of all of them is proved. */
const tellProved = (): void => {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ kind: 'proved', from: createInstanceId((bytes) => crypto.getRandomValues(bytes)) });
  channel.close();
};

/** An answer can be used once, whatever draws the page anew. */
let sent: Promise<SsoEnd> | undefined;

/** Back from the identity provider. */
export function SsoReturn({ answer, onEnd, onBack, isProving }: SsoReturnProps) {
  const [refusal, setRefusal] = useState('');
  const [isProved, setProved] = useState(false);
  const send = useEffectEvent(() => finishSso(call, answer));
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    // The code must not stay in the address: a page that is copied or reloaded would carry it along.
    history.replaceState(null, '', '/login');
    const finish = async () => {
      sent ??= send();
      const end = await sent;
      if (end.step === 'refused') setRefusal(end.message);
      else if (end.step === 'proved') {
        setProved(true);
        tellProved();
        // Where the browser does not let a page close its window, the page says what to do.
        window.close();
      } else ended(end.step);
    };
    void finish();
  }, []);
  if (isProved)
    return (
      <div className={s['form']}>
        <Banner tone="success">It is confirmed that it is you. Close this window and go on in the other one.</Banner>
      </div>
    );
  if (refusal === '') return <Spinner isBlock />;
  return (
    <div className={s['form']}>
      <Banner tone="danger">{refusal}</Banner>
      <Button variant="primary" onPress={isProving ? () => window.close() : onBack}>
        {isProving ? 'Close this window' : 'Start again'}
      </Button>
    </div>
  );
}
