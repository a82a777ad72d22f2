import { passwordStrength } from '@patchkeep/rules/password';
import { cx } from '../../ui/cx.ts';
import { PasswordField, type PasswordFieldProps } from '../../ui/form/password-field.tsx';
import type { JudgedPassword } from './use-judged-password.ts';
import s from './new-password-field.module.css';

interface NewPasswordFieldProps extends Pick<PasswordFieldProps, 'label' | 'name' | 'value' | 'onChange' | 'inputRef'> {
  judged: JudgedPassword;
  /** Somebody tried to go on: from then on the field itself says what is wrong. */
  isChecked: boolean;
}

const steps = [1, 2, 3, 4] as const;

/** A password that somebody chooses, with its strength as a bar and in words. */
export function NewPasswordField({ judged, isChecked, ...field }: NewPasswordFieldProps) {
  const { estimate, problem } = judged;
  const isWrong = isChecked && problem !== undefined;
  const score = estimate?.score ?? 0;
  const tone = problem === undefined ? 'good' : score >= 2 ? 'fair' : 'weak';
  return (
    <div className={s['field']}>
      <PasswordField
        {...field}
        autoComplete="new-password"
        description="At least 15 characters. Several words in a row are easy to remember."
        errorMessage={isWrong ? `${problem}.` : undefined}
      />
      {estimate && (
        <div className={s['strength']}>
          <div className={cx(s['bar'], s[tone])} aria-hidden>
            {steps.map((step) => (
              <span key={step} className={cx(step <= Math.max(1, score) && s['filled'])} />
            ))}
          </div>
          <output className={s['words']}>
            Strength: {passwordStrength[score]}.{problem !== undefined && !isWrong && ` ${problem}.`}
          </output>
        </div>
      )}
    </div>
  );
}
