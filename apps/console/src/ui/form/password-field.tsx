import { type Ref, useState } from 'react';
import { Button } from '../button.tsx';
import { TextField } from './text-field.tsx';
import s from './password-field.module.css';

export interface PasswordFieldProps {
  label: string;
  name?: string;
  autoComplete: 'current-password' | 'new-password';
  value: string;
  onChange: (value: string) => void;
  description?: string;
  errorMessage: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** A password with a button that shows it, and a word about Caps Lock. */
export function PasswordField({ inputRef = null, name = 'password', ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: { getModifierState(key: string): boolean }) =>
    setCapsLock(event.getModifierState('CapsLock'));
  return (
    <>
      <div className={s['password']}>
        <TextField
          {...field}
          type={isShown ? 'text' : 'password'}
          name={name}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          inputRef={inputRef as never}
        />
        <span className={s['show']}>
          <Button size="small" variant="quiet" aria-pressed={isShown} onPress={() => setShown(!isShown)}>
            {isShown ? 'Hide password' : 'Show password'}
          </Button>
        </span>
      </div>
      <output className={s['hint']}>{hasCapsLock && 'Caps Lock is on.'}</output>
    </>
  );
}
