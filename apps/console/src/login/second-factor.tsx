import { Button } from '../ui/button.tsx';
import type { LoginMethod } from './login-flow.ts';
import s from './login.module.css';

const names: Record<LoginMethod, string> = {
  totp: 'A code from your authenticator app',
  passkey: 'A passkey',
  recovery: 'A recovery code',
};

interface SecondFactorProps {
  methods: readonly LoginMethod[];
  onBack: () => void;
}

/** The place of the second factor. The fields come with it; until then it says what is asked, and no more. */
export function SecondFactor({ methods, onBack }: SecondFactorProps) {
  return (
    <div className={s['form']}>
      <p>Your password is right. This account also asks for one of these:</p>
      <ul className={s['methods']}>
        {methods.map((method) => (
          <li key={method}>{names[method]}</li>
        ))}
      </ul>
      <p className="muted">This console cannot take a second factor yet. Ask your administrator.</p>
      <Button onPress={onBack}>Back</Button>
    </div>
  );
}
