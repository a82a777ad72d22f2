import { type RestartSettings, restartSettings } from '@patchkeep/contract/restart-settings';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { z } from 'zod';
import { FormTextField } from '../ui/form/form-text-field.tsx';
import { minutesOf, secondsOf } from './restart-text.ts';
import s from '../ui/form/form.module.css';

const { title, message, delaySeconds, snoozeSeconds, secondsUntilForce } = restartSettings.shape;

const minutes = (seconds: z.ZodType<number, number>) =>
  z.string().refine((typed) => {
    const given = secondsOf(typed);
    return given !== undefined && seconds.safeParse(given).success;
  }, 'Write a number of minutes within the limit.');
const countdown = z
  .string()
  .refine(
    (typed) => /^\d{1,4}$/.test(typed.trim()) && delaySeconds.safeParse(Number(typed)).success,
    'Write a number of seconds within the limit.',
  );

/** Restart settings as they are typed; a form of anything that has them takes these fields in. */
export const restartShape = {
  title,
  message,
  delay: countdown,
  snooze: minutes(snoozeSeconds),
  force: minutes(secondsUntilForce),
};
export type RestartValues = Record<keyof typeof restartShape, string>;

export const restartLabels = {
  title: 'Title of the dialog',
  message: 'Message',
  delay: 'Seconds of the countdown',
  snooze: 'Minutes of a snooze',
  force: 'Minutes until the restart',
};

export const restartValues = (settings: RestartSettings): RestartValues => ({
  title: settings.title,
  message: settings.message,
  delay: String(settings.delaySeconds),
  snooze: minutesOf(settings.snoozeSeconds),
  force: minutesOf(settings.secondsUntilForce),
});

/** What is typed as settings; what is no number yet counts as none. */
export const typedSettings = (values: RestartValues): RestartSettings => ({
  title: values.title,
  message: values.message,
  delaySeconds: Number(values.delay) || 0,
  snoozeSeconds: secondsOf(values.snooze) ?? 0,
  secondsUntilForce: secondsOf(values.force) ?? 0,
});

interface RestartFieldsProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  isDisabled?: boolean;
}

export function RestartFields<Values extends RestartValues, Output>({
  control,
  isDisabled = false,
}: RestartFieldsProps<Values, Output>) {
  const of = (field: keyof RestartValues) => ({
    control,
    name: field as FieldPath<Values>,
    label: restartLabels[field],
    isDisabled,
  });
  return (
    <>
      <FormTextField {...of('title')} maxLength={100} />
      <FormTextField {...of('message')} isMultiline maxLength={2000} />
      <div className={s['numbers']}>
        <FormTextField {...of('force')} description="0 to 10080 (a week), after the deadline." inputMode="decimal" />
        <FormTextField {...of('snooze')} description="0 to 1440 (a day). 0 allows none." inputMode="decimal" />
        <FormTextField {...of('delay')} description="0 to 3600, to save one's work." inputMode="numeric" />
      </div>
    </>
  );
}
