import type { EnrolStep } from '@patchkeep/contract/second-factor-policy';
import { useRef, useState } from 'react';
import { hash } from '../acts/passwords/password-hash.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { call } from './login-client.ts';
import { type LoginMethod, signIn } from './login-flow.ts';
import { SsoButton, useSsoOffer } from './sso-offer.tsx';
import { useAttempt } from './use-attempt.ts';
import s from './login.module.css';

interface CredentialsFormProps {
  /** Why the password is asked for again; empty the first time. */
  notice: string;
  onSignedIn: () => void;
  onSecondFactor: (methods: readonly LoginMethod[]) => void;
  /** The organisation asks for a second factor that the account does not have yet. */
  onEnrol: (step: EnrolStep) => void;
}

export function CredentialsForm({ notice, onSignedIn, onSecondFactor, onEnrol }: CredentialsFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [usernameField, passwordField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const { isBusy, isChecked, refusal, submit } = useAttempt();
  const offer = useSsoOffer(username);
  const [ssoRefusal, setSsoRefusal] = useState('');
  const isPasswordAsked = offer?.isRequired !== true;

  const missing = () => {
    if (!username.trim()) return usernameField.current;
    return password ? null : passwordField.current;
  };
  const tryPassword = async (): Promise<string | undefined> => {
    const answer = await signIn({ call, hash }, username.trim(), password);
    if (answer.step === 'refused') {
      passwordField.current?.select();
      return answer.message;
    }
    if (answer.step === 'enrol') onEnrol(answer);
    else if (answer.step === 'secondFactor') onSecondFactor(answer.methods);
    else onSignedIn();
    return undefined;
  };

  return (
    <form className={s['form']} onSubmit={(event) => void submit(event, missing(), tryPassword)} noValidate>
      {notice && !refusal && <Banner tone="warning">{notice}</Banner>}
      {(refusal || ssoRefusal) && <Banner tone="danger">{refusal || ssoRefusal}</Banner>}
      <TextField
        label="E-mail address"
        type="email"
        name="username"
        autoComplete="username"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- signing in is all this page is for
        autoFocus
        value={username}
        onChange={setUsername}
        errorMessage={isChecked && !username.trim() ? 'Enter your e-mail address.' : undefined}
        inputRef={usernameField as never}
      />
      {isPasswordAsked && (
        <>
          <PasswordField
            label="Password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            errorMessage={isChecked && !password ? 'Enter your password.' : undefined}
            inputRef={passwordField}
          />
          <Button type="submit" variant="primary" isPending={isBusy}>
            {isBusy ? 'Signing in...' : 'Sign in'}
          </Button>
        </>
      )}
      {offer && <SsoButton offer={offer} username={username} onRefused={setSsoRefusal} />}
    </form>
  );
}
