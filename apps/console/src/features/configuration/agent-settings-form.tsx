import { type AgentSettings, configuration } from '@patchkeep/contract/configuration';
import { noDayText, scheduleProblem } from '@patchkeep/rules/inspection-schedule';
import { useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Banner } from '../../ui/banner.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormCheckbox } from '../../ui/form/form-checkbox.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { UnsavedBar } from '../../ui/form/unsaved-bar.tsx';
import { useFormField } from '../../ui/form/use-form-field.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notify } from '../../ui/notify.tsx';
import { call } from '../../lib/client.ts';
import { asFailure } from '../../lib/failure.ts';
import { useAct } from '../../lib/use-act.ts';
import s from './configuration.module.css';
import { DayToggles } from './day-toggles.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { NextRuns } from './next-runs.tsx';
import { formatClock, parseClock } from './schedule-words.ts';

const schema = z.object({
  daysOfWeek: z.int().refine((daysOfWeek) => scheduleProblem({ daysOfWeek }) === undefined, noDayText),
  time: z.string().refine((time) => parseClock(time) !== undefined, 'Write a time such as 13:55.'),
  isAcceptanceRequired: z.boolean(),
  /** What the changes began from. */
  serialNumber: z.int(),
});
type Values = z.output<typeof schema>;
const labels = { daysOfWeek: 'Days', time: 'Time', isAcceptanceRequired: 'Acceptance' };

const valuesOf = (settings: AgentSettings): Values => ({
  daysOfWeek: settings.daysOfWeek,
  time: formatClock(settings),
  isAcceptanceRequired: settings.isAcceptanceRequired,
  serialNumber: settings.serialNumber,
});

const save = (values: Values) =>
  call(
    configuration.saveAgentSettings,
    {
      body: {
        daysOfWeek: values.daysOfWeek,
        ...(parseClock(values.time) ?? { hour: 0, minute: 0 }),
        isAcceptanceRequired: values.isAcceptanceRequired,
        serialNumber: values.serialNumber,
      },
    },
    { operation: { verb: 'save', thing: 'agent settings' } },
  );

/** When hosts inspect, and whether newcomers wait. A save names the version it began from, so nobody is overwritten. */
export function AgentSettingsForm({ settings, mayChange }: { settings: AgentSettings; mayChange: boolean }) {
  const form = useZodForm(schema, valuesOf(settings));
  const { isDirty } = useFormState({ control: form.control });
  const days = useFormField({ control: form.control, name: 'daysOfWeek' });
  const [daysOfWeek, time, serialNumber] = useWatch({
    control: form.control,
    name: ['daysOfWeek', 'time', 'serialNumber'],
  });
  const saving = useAct(save, { touches: ['agentSettings'] });

  // What somebody else saved is taken over unless something is half changed here; then saving says so.
  const isBehind = settings.serialNumber !== serialNumber;
  useEffect(() => {
    if (isBehind && !isDirty) form.reset(valuesOf(settings));
  }, [isBehind, isDirty, settings, form]);

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
            notify({ tone: 'success', text: 'Agent settings saved. Hosts learn of them at their next contact.' });
          },
        })
      }
    >
      {settings.serialNumber === 0 && (
        <Banner tone="info">
          No schedule is saved yet. Until then every host inspects daily at {formatClock(settings)}.
        </Banner>
      )}
      {isBehind && isDirty && (
        <Banner tone="warning">Somebody else has saved these settings meanwhile. Discard yours to see theirs.</Banner>
      )}
      <DayToggles
        daysOfWeek={Number(daysOfWeek)}
        onChange={(next) => form.setValue('daysOfWeek', next, { shouldDirty: true, shouldValidate: true })}
        isDisabled={!mayChange}
        errorMessage={days.errorMessage}
        firstRef={days.field.ref}
      />
      <div className={s['time']}>
        <FormTextField
          control={form.control}
          name="time"
          label={labels.time}
          description="From 00:00 to 23:59."
          isDisabled={!mayChange}
        />
      </div>
      <NextRuns daysOfWeek={Number(daysOfWeek)} time={String(time)} />
      <FormCheckbox
        control={form.control}
        name="isAcceptanceRequired"
        isDisabled={!mayChange}
        description="They stand under Waiting and get no work until somebody accepts them."
      >
        New hosts wait to be accepted
      </FormCheckbox>
      {mayChange && <UnsavedBar form={form} isSaving={saving.isPending} />}
      <LeaveGuard name="agent settings" isDirty={isDirty && !saving.isPending} />
    </Form>
  );
}
