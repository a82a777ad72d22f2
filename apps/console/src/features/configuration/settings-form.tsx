import { type ReactNode, useEffect } from 'react';
import { type Path, type UseFormReturn, useFormState, useWatch } from 'react-hook-form';
import { asFailure } from '../../lib/failure.ts';
import type { QueryWord } from '../../lib/query-keys.ts';
import { useAct } from '../../lib/use-act.ts';
import { Banner } from '../../ui/banner.tsx';
import { Form } from '../../ui/form/form.tsx';
import { UnsavedBar } from '../../ui/form/unsaved-bar.tsx';
import { notify } from '../../ui/notify.tsx';
import { LeaveGuard } from './leave-guard.tsx';

/** What the changes began from. */
interface Numbered {
  serialNumber: number;
}

interface SettingsFormProps<Values extends Numbered, Settings extends Numbered> {
  form: UseFormReturn<Values, unknown, Values>;
  labels: Readonly<Record<string, string>>;
  settings: Settings;
  valuesOf: (settings: Settings) => Values;
  save: (values: Values) => Promise<Settings>;
  /** Keys of the queries that are old after a save. */
  touches: readonly QueryWord[];
  savedText: string;
  mayChange: boolean;
  children: ReactNode;
}

/** Settings that several people may save: a save names the version it began from, so nobody is overwritten. */
export function SettingsForm<Values extends Numbered, Settings extends Numbered>(
  props: SettingsFormProps<Values, Settings>,
) {
  const { form, labels, settings, valuesOf, save, touches, savedText, mayChange, children } = props;
  const { isDirty } = useFormState({ control: form.control });
  const serialNumber: number = useWatch({ control: form.control, name: 'serialNumber' as Path<Values> });
  const saving = useAct(save, { touches });

  // What somebody else saved is taken over unless something is half changed here; then saving says so.
  const isBehind = settings.serialNumber !== serialNumber;
  useEffect(() => {
    if (isBehind && !isDirty) form.reset(valuesOf(settings));
  }, [isBehind, isDirty, settings, valuesOf, form]);

  return (
    <Form
      form={form}
      labels={labels}
      onSubmit={(values) =>
        saving.mutate(values, {
          // The dialog of a conflict offers only to discard and reload; the browser must not ask the same once more.
          onError: (thrown) => {
            if (asFailure(thrown).type === 409) form.reset(values);
          },
          onSuccess: (saved) => {
            form.reset(valuesOf(saved));
            notify({ tone: 'success', text: savedText });
          },
        })
      }
    >
      {isBehind && isDirty && (
        <Banner tone="warning">Somebody else has saved these settings meanwhile. Discard yours to see theirs.</Banner>
      )}
      {children}
      {mayChange && <UnsavedBar form={form} isSaving={saving.isPending} />}
      <LeaveGuard isDirty={isDirty && !saving.isPending} />
    </Form>
  );
}
