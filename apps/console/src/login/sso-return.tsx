import { useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { call } from './login-client.ts';
import { finishSso, type SsoAnswer, type SsoEnd } from './sso-flow.ts';
import s from './login.module.css';

interface SsoReturnProps {
  answer: SsoAnswer;
  onEnd: (step: 'signedIn' | 'linked') => void;
  onBack: () => void;
}

/** An answer can be used once, whatever draws the page anew. */
let sent: Promise<SsoEnd> | undefined;

/** Back from the identity provider. */
export function SsoReturn({ answer, onEnd, onBack }: SsoReturnProps) {
  const [refusal, setRefusal] = useState('');
  const send = useEffectEvent(() => finishSso(call, answer));
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    // The code must not stay in the address: a page that is copied or reloaded would carry it along.
    history.replaceState(null, '', '/login');
    const finish = async () => {
      sent ??= send();
      const end = await sent;
      if (end.step === 'refused') setRefusal(end.message);
      else ended(end.step);
    };
    void finish();
  }, []);
  if (refusal === '') return <Spinner isBlock />;
  return (
    <div className={s['form']}>
      <Banner tone="danger">{refusal}</Banner>
      <Button variant="primary" onPress={onBack}>
        Start again
      </Button>
    </div>
  );
}
