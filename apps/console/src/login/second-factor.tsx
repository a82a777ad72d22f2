import { type Dispatch, useEffect, useRef, useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { call } from './login-client.ts';
import type { LoginMethod } from './login-flow.ts';
import type { LoginStageProps } from './login-stage.ts';
import { type CodeMethod, enterCode, type SecondStep, signByPasskey } from './second-factor-flow.ts';
import { useAttempt } from './use-attempt.ts';
import s from './login.module.css';

const fields: Record<CodeMethod, { label: string; description: string; missing: string }> = {
  totp: {
    label: 'Code',
    description: 'Six digits. Open the authenticator app on your phone to see them.',
    missing: 'Enter the six digits that the app shows.',
  },
  recovery: {
    label: 'Recovery code',
    description: 'One of the codes that you kept when you set up the second factor. Each works once.',
    missing: 'Enter a recovery code.',
  },
};

const others: Record<LoginMethod, string> = {
  passkey: 'Use a passkey',
  totp: 'Use the authenticator app',
  recovery: 'Use a recovery code',
};

/** In a module of its own, which most sign-ins never need. */
export const passkeyDevice = () => import('../acts/passkeys/passkey-device.ts');

interface SecondFactorProps extends LoginStageProps {
  methods: readonly LoginMethod[];
}

/** What the account asks for besides the password: the first way that it has, and the others to choose. */
export function SecondFactor({ methods, onSignedIn, onEnrol, onBack }: SecondFactorProps) {
  const [method, setMethod] = useState<LoginMethod>(methods[0] ?? 'recovery');
  /** What the form says of a refused attempt; undefined once the page goes on. */
  const goOn = (answer: SecondStep): string | undefined => {
    if (answer.step === 'refused') return answer.message;
    if (answer.step === 'startAgain') onBack(true);
    else if (answer.step === 'enrol') onEnrol(answer);
    else onSignedIn();
    return undefined;
  };
  return (
    <div className={s['form']}>
      {method === 'passkey' ? <PasskeyForm goOn={goOn} /> : <CodeForm key={method} method={method} goOn={goOn} />}
      <div className={s['others']}>
        <Others methods={methods.filter((each) => each !== method)} onChoose={setMethod} />
        <Button variant="quiet" onPress={() => onBack(false)}>
          Back to the password
        </Button>
      </div>
    </div>
  );
}

function Others({ methods, onChoose }: { methods: readonly LoginMethod[]; onChoose: Dispatch<LoginMethod> }) {
  return methods.map((each) => (
    <Button key={each} variant="quiet" onPress={() => onChoose(each)}>
      {others[each]}
    </Button>
  ));
}

type GoOn = (answer: SecondStep) => string | undefined;

function PasskeyForm({ goOn }: { goOn: GoOn }) {
  const { isBusy, refusal, submit } = useAttempt();
  // Fetched ahead: some browsers ask the device only right after a press.
  useEffect(() => void passkeyDevice().catch(() => undefined), []);
  const ask = async (options: Record<string, unknown>) => (await passkeyDevice()).askPasskey(options);
  const tryPasskey = async () => goOn(await signByPasskey({ call, ask }));
  return (
    <form className={s['form']} onSubmit={(event) => void submit(event, null, tryPasskey)} noValidate>
      {refusal && <Banner tone="danger">{refusal}</Banner>}
      <p>Your browser asks for your fingerprint, face, PIN or security key.</p>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the passkey is all this step is for */}
      <Button type="submit" variant="primary" isPending={isBusy} autoFocus>
        {isBusy ? 'Waiting for the passkey...' : 'Use a passkey'}
      </Button>
    </form>
  );
}

function CodeForm({ method, goOn }: { method: CodeMethod; goOn: GoOn }) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { isBusy, isChecked, refusal, submit } = useAttempt();
  const isMissing = code.trim().length < 6;
  const { label, description, missing } = fields[method];
  const tryCode = async (): Promise<string | undefined> => {
    const message = goOn(await enterCode(call, method, code));
    if (message !== undefined) field.current?.select();
    return message;
  };
  const wrongField = isMissing ? field.current : null;
  return (
    <form className={s['form']} onSubmit={(event) => void submit(event, wrongField, tryCode)} noValidate>
      {refusal && <Banner tone="danger">{refusal}</Banner>}
      <TextField
        label={label}
        description={description}
        name="code"
        inputMode={method === 'totp' ? 'numeric' : 'text'}
        autoComplete="one-time-code"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is all this step is for
        autoFocus
        value={code}
        onChange={setCode}
        errorMessage={isChecked && isMissing ? missing : undefined}
        inputRef={field as never}
      />
      <Button isPending={isBusy} type="submit" variant="primary">
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}
