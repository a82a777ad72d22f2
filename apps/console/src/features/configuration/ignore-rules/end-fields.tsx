import { longestIgnoreDays } from '@patchkeep/rules/ignoring';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { FormSelect } from '../../../ui/form/form-select.tsx';
import { FormTextField } from '../../../ui/form/form-text-field.tsx';
import { browserTimeZone, formatAbsolute } from '../../../ui/format.ts';
import { useNow } from '../../../ui/use-now.ts';
import { endOf, type EndValues } from './ignore-draft.ts';
import s from '../configuration.module.css';

const options = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: 'date', label: 'Until a day...' },
];

export interface EndFieldsProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  /** What stands in the two fields, "until" and "date", now. */
  values: EndValues;
}

/** How long something is ignored. There is no "forever": what nobody looks at again is how hosts get broken into. */
export function EndFields<Values extends FieldValues, Output>({ control, values }: EndFieldsProps<Values, Output>) {
  const now = useNow();
  const end = endOf(values, now);
  const isKnown = values.until !== 'date' || !Number.isNaN(end.getTime());
  return (
    <div className={s['pair']}>
      <FormSelect
        control={control}
        name={'until' as FieldPath<Values>}
        label="For"
        options={options}
        description={isKnown ? `Ends ${formatAbsolute(end, browserTimeZone()).slice(0, 10)}.` : 'At most a year.'}
      />
      {values.until === 'date' && (
        <FormTextField
          control={control}
          name={'date' as FieldPath<Values>}
          label="Last day"
          placeholder="YYYY-MM-DD"
          inputMode="numeric"
          description={`At most ${longestIgnoreDays} days from now.`}
        />
      )}
    </div>
  );
}
