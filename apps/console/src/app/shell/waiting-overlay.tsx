import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import s from './shell.module.css';

const explainAfterMs = 10_000;
const retryAfterMs = 30_000;

/** Covers the page until the session stands; a long wait says what it waits for and then offers a way out. */
export function WaitingOverlay() {
  const [stage, setStage] = useState<'plain' | 'explained' | 'retry'>('plain');
  useEffect(() => {
    const timers = [
      setTimeout(() => setStage('explained'), explainAfterMs),
      setTimeout(() => setStage('retry'), retryAfterMs),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  return (
    <div className={s['overlay']}>
      <Spinner label="Please wait..." />
      <div aria-live="polite" className={s['waitText']}>
        {stage !== 'plain' && <p>Waiting for the server to confirm your session.</p>}
      </div>
      {stage === 'retry' && <Button onPress={() => location.reload()}>Try again</Button>}
    </div>
  );
}
