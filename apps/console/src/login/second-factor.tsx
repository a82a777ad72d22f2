import { useRef, useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { call } from './login-client.ts';
import type { LoginMethod } from './login-flow.ts';
import { type CodeMethod, enterCode } from './second-factor-flow.ts';
import { useAttempt } from './use-attempt.ts';
import s from './login.module.css';

const fields: Record<CodeMethod, { label: string; description: string; missing: string; other: string }> = {
  totp: {
    label: 'Code',
    description: 'Six digits. Open the authenticator app on your phone to see them.',
    missing: 'Enter the six digits that the app shows.',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    description: 'One of the codes that you kept when you set up the second factor. Each works once.',
    missing: 'Enter a recovery code.',
    other: 'Use the authenticator app',
  },
};

interface SecondFactorProps {
  methods: readonly LoginMethod[];
  onSignedIn: () => void;
  /** To the password: by choice, or because what it gave is used up. */
  onBack: (isOver: boolean) => void;
}

/** What the account asks for besides the password. */
export function SecondFactor({ methods, onSignedIn, onBack }: SecondFactorProps) {
  const codes = methods.filter((method): method is CodeMethod => method !== 'passkey');
  const [method, setMethod] = useState<CodeMethod>(codes[0] ?? 'recovery');
  return (
    <CodeForm
      key={method}
      method={method}
      other={codes.find((each) => each !== method)}
      onOther={setMethod}
      onSignedIn={onSignedIn}
      onBack={onBack}
    />
  );
}

interface CodeFormProps extends Pick<SecondFactorProps, 'onSignedIn' | 'onBack'> {
  method: CodeMethod;
  other: CodeMethod | undefined;
  onOther: (method: CodeMethod) => void;
}

function CodeForm({ method, other, onOther, onSignedIn, onBack }: CodeFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { isBusy, isChecked, refusal, submit } = useAttempt();
  const isMissing = code.trim().length < 6;
  const { label, description, missing, other: otherWords } = fields[method];
  const tryCode = async (): Promise<string | undefined> => {
    const answer = await enterCode(call, method, code);
    if (answer.step === 'refused') {
      field.current?.select();
      return answer.message;
    }
    if (answer.step === 'startAgain') onBack(true);
    else onSignedIn();
    return undefined;
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
      <Button type="submit" variant="primary" isPending={isBusy}>
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
      <div className={s['others']}>
        {other && (
          <Button variant="quiet" onPress={() => onOther(other)}>
            {otherWords}
          </Button>
        )}
        <Button variant="quiet" onPress={() => onBack(false)}>
          Back to the password
        </Button>
      </div>
    </form>
  );
}
