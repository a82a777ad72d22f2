import type { EnrolStep } from '@patchkeep/contract/second-factor-policy';
import { useEffect, useRef, useState } from 'react';
import { NewPasswordField } from '../acts/passwords/new-password-field.tsx';
import { hash } from '../acts/passwords/password-hash.ts';
import { useJudgedPassword } from '../acts/passwords/use-judged-password.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { accept, lookAt } from './invitation-flow.ts';
import { call } from './login-client.ts';
import { useAttempt } from './use-attempt.ts';
import s from './login.module.css';

interface InvitationFormProps {
  invitation: string;
  onSignedIn: () => void;
  onEnrol: (step: EnrolStep) => void;
  /** To the usual form: for somebody whose invitation is used. */
  onBack: () => void;
}

/** Greets somebody who was invited, and takes the password that they choose. */
export function InvitationForm({ invitation, onSignedIn, onEnrol, onBack }: InvitationFormProps) {
  const [found, setFound] = useState<Awaited<ReturnType<typeof lookAt>> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const answer = await lookAt({ call }, invitation);
      if (isCurrent) setFound(answer);
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [invitation]);
  if (!found) return <Spinner isBlock />;
  if ('refusal' in found)
    return (
      <div className={s['form']}>
        <Banner tone="danger">{found.refusal}</Banner>
        <Button onPress={onBack}>Go to sign-in</Button>
      </div>
    );
  return <ChoosePassword {...found.invited} {...{ invitation, onSignedIn, onEnrol }} />;
}

interface ChoosePasswordProps {
  invitation: string;
  username: string;
  longName: string;
  customerName: string;
  onSignedIn: () => void;
  onEnrol: (step: EnrolStep) => void;
}

function ChoosePassword({ invitation, username, longName, customerName, onSignedIn, onEnrol }: ChoosePasswordProps) {
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const judged = useJudgedPassword(username, password);
  const { isBusy, isChecked, refusal, submit } = useAttempt();
  const setAndSignIn = async (): Promise<string | undefined> => {
    const problem = await judged.judge();
    if (problem !== undefined) return `${problem}.`;
    const answer = await accept({ call, hash }, invitation, username, password);
    if (answer.step === 'refused') return answer.message;
    if (answer.step === 'secondFactor') return 'Your password is set. Sign in with it.';
    if (answer.step === 'signedIn') onSignedIn();
    else onEnrol(answer);
    return undefined;
  };

  return (
    <form
      noValidate
      className={s['form']}
      onSubmit={(event) => void submit(event, judged.problem === undefined ? null : field.current, setAndSignIn)}
    >
      {refusal && <Banner tone="danger">{refusal}</Banner>}
      <p>
        Welcome, {longName}. You have been given access to {customerName}.
      </p>
      {/* Read by password managers, which keep the new password with it. */}
      <TextField label="E-mail address" name="username" autoComplete="username" value={username} isReadOnly />
      <NewPasswordField
        label="Choose a password"
        value={password}
        onChange={setPassword}
        judged={judged}
        isChecked={isChecked}
        inputRef={field}
      />
      <Button type="submit" variant="primary" isPending={isBusy}>
        {isBusy ? 'Signing in...' : 'Set password and sign in'}
      </Button>
    </form>
  );
}
