import { constants } from '@patchkeep/contract/constants';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Minus from 'lucide-react/icons/minus';
import { type Ref, useId } from 'react';
import { hasDay, toggleDay, weekDays } from './schedule-text.ts';
import s from './configuration.module.css';

export interface DayTogglesProps {
  daysOfWeek: number;
  onChange: (daysOfWeek: number) => void;
  isDisabled: boolean;
  errorMessage: string | undefined;
  firstRef: Ref<HTMLButtonElement>;
}

export function DayToggles({ daysOfWeek, onChange, isDisabled, errorMessage, firstRef }: DayTogglesProps) {
  const errorId = useId();
  const isAll = daysOfWeek === constants.allDays;
  return (
    <fieldset aria-describedby={errorId}>
      <legend className={s['legend']}>Days</legend>
      <div className={s['days']}>
        <Toggle
          ref={firstRef}
          label="All days"
          isOn={isAll}
          isDisabled={isDisabled}
          onPress={() => onChange(isAll ? 0 : constants.allDays)}
        />
        {weekDays.map((day) => (
          <Toggle
            key={day}
            label={day}
            isOn={hasDay(daysOfWeek, day)}
            isDisabled={isDisabled}
            onPress={() => onChange(toggleDay(daysOfWeek, day))}
          />
        ))}
      </div>
      <div id={errorId}>
        {errorMessage !== undefined && (
          <p className={s['error']}>
            <CircleAlert size={16} aria-hidden />
            {errorMessage}
          </p>
        )}
      </div>
    </fieldset>
  );
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  isDisabled: boolean;
  onPress: () => void;
  ref?: Ref<HTMLButtonElement>;
}

function Toggle({ label, isOn, isDisabled, onPress, ref }: ToggleProps) {
  const Icon = isOn ? Check : Minus;
  return (
    <button
      {...(ref ? { ref } : {})}
      type="button"
      className={s['day']}
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon size={14} aria-hidden />
      {label}
    </button>
  );
}
