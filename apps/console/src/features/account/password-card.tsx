import { account } from '@patchkeep/contract/account';
import type { FactorProof } from '@patchkeep/contract/factors';
import { type FormEvent, useRef, useState } from 'react';
import { NewPasswordField } from '../../acts/passwords/new-password-field.tsx';
import { hash } from '../../acts/passwords/password-hash.ts';
import { useJudgedPassword } from '../../acts/passwords/use-judged-password.ts';
import { ProofDialog } from '../../acts/proof/proof-dialog.tsx';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card/section-card.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { notify } from '../../ui/notify.tsx';
import s from './account.module.css';

const operation = { verb: 'update', thing: 'account info' } as const;

const findBreached = async (prefix: string) =>
  (
    await call(
      account.breachedPasswords,
      { query: { prefix } },
      { operation: { verb: 'fetch', thing: 'account info' } },
    )
  ).suffixes;

/** Changes the password; it leaves the browser as a hash only. */
export function PasswordCard({ username, isMfaEnabled }: { username: string; isMfaEnabled: boolean }) {
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [isAskingFactor, setAskingFactor] = useState(false);
  const [currentField, chosenField] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const judged = useJudgedPassword(username, chosen, findBreached);
  const change = async (mfa?: FactorProof) => {
    const [currentPassword, newPassword] = [await hash(username, current), await hash(username, chosen)];
    const body = { currentPassword, newPassword, ...(mfa && { mfa }) };
    return call(account.changePassword, { body }, { retries: 0, operation });
  };
  const finish = () => {
    setAskingFactor(false);
    setCurrent('');
    setChosen('');
    setChecked(false);
    notify({ tone: 'success', text: 'Password changed. All your other sessions have ended.' });
  };
  const changing = useAct(
    async () => {
      const problem = await judged.judge();
      if (problem !== undefined) return problem;
      if (!isMfaEnabled) await change();
      return undefined;
    },
    {
      touches: ['account'],
      refusals: [400, 403, 429],
      onRefused: (message) => {
        setRefusal(
          message.startsWith('Too many') ? 'Too many attempts. Wait a few minutes and then try again' : message,
        );
        currentField.current?.select();
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changing.isPending) return;
    setChecked(true);
    setRefusal(undefined);
    if (current === '') currentField.current?.focus();
    else if (judged.problem !== undefined) chosenField.current?.focus();
    else
      changing.mutate(undefined, {
        onSuccess: (problem) => {
          setRefusal(problem);
          if (problem !== undefined) return;
          if (isMfaEnabled) setAskingFactor(true);
          else finish();
        },
      });
  };
  return (
    <SectionCard title="Password">
      <form noValidate className={s['form']} onSubmit={submit}>
        {refusal !== undefined && <Banner tone="danger">{refusal}.</Banner>}
        {/* Read by password managers, which keep the new password with it. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          errorMessage={isChecked && current === '' ? 'Enter your current password.' : undefined}
          inputRef={currentField}
        />
        <NewPasswordField
          label="New password"
          name="newPassword"
          value={chosen}
          onChange={setChosen}
          judged={judged}
          isChecked={isChecked}
          inputRef={chosenField}
        />
        <div>
          <Button type="submit" variant="primary" isPending={changing.isPending}>
            Change password
          </Button>
        </div>
        <p className="muted">Changing it signs you out everywhere else at once.</p>
      </form>
      {isAskingFactor && (
        <ProofDialog
          title="Prove your second factor"
          verb="Change password"
          act={(proof) => change('passwordHash' in proof ? undefined : proof)}
          onDone={finish}
          onClose={() => setAskingFactor(false)}
        >
          <p>Whoever learned your password cannot change it without your second factor.</p>
        </ProofDialog>
      )}
    </SectionCard>
  );
}
