import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { call } from './login-client.ts';
import { signByPasskey } from './second-factor-flow.ts';
import { passkeyDevice } from './second-factor.tsx';
import { useAttempt } from './use-attempt.ts';
import s from './login.module.css';

/** Signs in without a name and a password: the device knows whose passkey it is, and asks for finger, face or PIN. */
export function PasskeyAlone({ onSignedIn }: { onSignedIn: () => void }) {
  const { isBusy, refusal, submit } = useAttempt();
  const ask = async (options: Record<string, unknown>) => (await passkeyDevice()).askPasskey(options);
  const tryPasskey = async (): Promise<string | undefined> => {
    const answer = await signByPasskey({ call, ask }, true);
    if (answer.step === 'signedIn') {
      onSignedIn();
      return undefined;
    }
    return answer.step === 'refused' ? answer.message : 'That took too long. Try again.';
  };
  // Fetched as soon as somebody is about to press: some browsers ask the device only right after a press.
  const fetchAhead = () => void passkeyDevice().catch(() => undefined);
  return (
    <form className={s['sso']} onSubmit={(event) => void submit(event, null, tryPasskey)}>
      <p className={s['or']}>or</p>
      {refusal && <Banner tone="danger">{refusal}</Banner>}
      <Button type="submit" isPending={isBusy} onHoverStart={fetchAhead} onFocus={fetchAhead}>
        {isBusy ? 'Waiting for the passkey...' : 'Sign in with a passkey'}
      </Button>
    </form>
  );
}
