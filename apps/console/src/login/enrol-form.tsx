import type { EnrolStep } from '@patchkeep/contract/second-factor-policy';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RecoveryCodesList } from '../acts/second-factor/recovery-codes-list.tsx';
import { ScanApp } from '../acts/second-factor/scan-app.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import {
  beginApp,
  type BegunApp,
  confirmApp,
  type Enrolled,
  enrolmentTexts,
  enrolPasskey,
  type EnrolStepResult,
  whyEnrol,
} from './enrolment-flow.ts';
import { call } from './login-client.ts';
import type { LoginStageProps } from './login-stage.ts';
import { passkeyDevice } from './second-factor.tsx';
import { useAttempt } from './use-attempt.ts';
import s from './login.module.css';

interface EnrolFormProps extends LoginStageProps {
  step: EnrolStep;
}

/** Sets up what the organisation asks for, before there is a session: choose a way, prove it, keep the recovery codes. */
export function EnrolForm({ step, onSignedIn, onEnrol, onBack }: EnrolFormProps) {
  const [begun, setBegun] = useState<BegunApp | null>(null);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  const goOn = ({ next }: Enrolled) => {
    setBegun(null);
    setEnrolled(null);
    if (next.step === 'enrol') onEnrol(next);
    else onSignedIn();
  };
  /** What a form says of a refused attempt; undefined once the page goes on. */
  const after = <T,>(answer: EnrolStepResult<T>, then: (value: T) => void): string | undefined => {
    if (answer.step === 'refused') return answer.message;
    if (answer.step === 'startAgain') onBack(true);
    else then(answer.value);
    return undefined;
  };
  const onDone = (made: Enrolled) => (made.recoveryCodes === null ? goOn(made) : setEnrolled(made));
  if (enrolled?.recoveryCodes)
    return (
      <div className={s['form']}>
        <RecoveryCodesList codes={enrolled.recoveryCodes} />
        <Button variant="primary" onPress={() => goOn(enrolled)}>
          I have kept them
        </Button>
      </div>
    );
  const back = (
    <div className={s['others']}>
      {begun && (
        <Button variant="quiet" onPress={() => setBegun(null)}>
          Back to the choice
        </Button>
      )}
      <Button variant="quiet" onPress={() => onBack(false)}>
        Back to the password
      </Button>
    </div>
  );
  if (begun)
    return (
      <ConfirmForm
        begun={begun}
        tryCode={async (code) => after(await confirmApp(call, begun.factorUuid, code), onDone)}
      >
        {back}
      </ConfirmForm>
    );
  return (
    <div className={s['form']}>
      {step.ways.length === 0 ? <Banner tone="danger">{enrolmentTexts.noWay}</Banner> : <p>{whyEnrol(step)}</p>}
      {step.ways.includes('passkey') && (
        <WayForm
          verb="Set up a passkey"
          isFirst
          busy="Waiting for the passkey..."
          tryWay={async () => {
            const make = async (options: Record<string, unknown>) => (await passkeyDevice()).makePasskey(options);
            return after(await enrolPasskey(call, make), onDone);
          }}
        >
          Kept by your computer, your phone or a security key, and used with your fingerprint, face or PIN.
        </WayForm>
      )}
      {step.ways.includes('totp') && (
        <WayForm
          verb="Set up an authenticator app"
          isFirst={step.ways[0] === 'totp'}
          busy="Setting up..."
          tryWay={async () => after(await beginApp(call), setBegun)}
        >
          An app on your phone that shows a new code every 30 seconds.
        </WayForm>
      )}
      {back}
    </div>
  );
}

interface WayFormProps {
  verb: string;
  busy: string;
  /** The way that is offered first stands out. */
  isFirst: boolean;
  tryWay: () => Promise<string | undefined>;
  children: ReactNode;
}

function WayForm({ verb, busy, isFirst, tryWay, children }: WayFormProps) {
  const { isBusy, refusal, submit } = useAttempt();
  // Fetched ahead: some browsers ask the device only right after a press.
  useEffect(() => void passkeyDevice().catch(() => undefined), []);
  return (
    <form className={s['way']} onSubmit={(event) => void submit(event, null, tryWay)} noValidate>
      {refusal && <Banner tone="danger">{refusal}</Banner>}
      <Button type="submit" variant={isFirst ? 'primary' : 'plain'} isPending={isBusy}>
        {isBusy ? busy : verb}
      </Button>
      <p>{children}</p>
    </form>
  );
}

interface ConfirmFormProps {
  begun: BegunApp;
  tryCode: (code: string) => Promise<string | undefined>;
  children: ReactNode;
}

function ConfirmForm({ begun, tryCode, children }: ConfirmFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { isBusy, isChecked, refusal, submit } = useAttempt();
  const isMissing = !/^\d{3}\s?\d{3}$/.test(code.trim());
  const tryNow = async (): Promise<string | undefined> => {
    const message = await tryCode(code.trim());
    if (message !== undefined) field.current?.select();
    return message;
  };
  return (
    <form
      className={s['form']}
      onSubmit={(event) => void submit(event, isMissing ? field.current : null, tryNow)}
      noValidate
    >
      {refusal && <Banner tone="danger">{refusal}</Banner>}
      <ScanApp mfaUri={begun.mfaUri} secret={begun.secret} />
      <TextField
        label="Code that the app shows"
        description="It shows that the app works."
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        errorMessage={isChecked && isMissing ? 'Enter the six digits that the app shows.' : undefined}
        inputRef={field as never}
      />
      <Button type="submit" variant="primary" isPending={isBusy}>
        {isBusy ? 'Confirming...' : 'Confirm'}
      </Button>
      {children}
    </form>
  );
}
