import {
  type AgentSettings,
  agentSettings,
  configuration,
  openApplicationWays,
} from '@patchkeep/contract/configuration';
import { noDayText, scheduleProblem } from '@patchkeep/rules/inspection-schedule';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { minutesOf, secondsOf } from '../../domain/restart-text.ts';
import { call } from '../../lib/client.ts';
import { Banner } from '../../ui/banner.tsx';
import { FormCheckbox } from '../../ui/form/form-checkbox.tsx';
import { FormSelect } from '../../ui/form/form-select.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import type { SelectOption } from '../../ui/form/select.tsx';
import { useFormField } from '../../ui/form/use-form-field.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { DayToggles } from './day-toggles.tsx';
import { NextRuns } from './next-runs.tsx';
import { formatClock, parseClock } from './schedule-text.ts';
import { SettingsForm } from './settings-form.tsx';
import s from './configuration.module.css';

const schema = z.object({
  daysOfWeek: z.int().refine((daysOfWeek) => scheduleProblem({ daysOfWeek }) === undefined, noDayText),
  time: z.string().refine((time) => parseClock(time) !== undefined, 'Write a time such as 13:55.'),
  isAcceptanceRequired: z.boolean(),
  openApplication: z.enum(openApplicationWays),
  closeMinutes: z.string().refine((typed) => {
    const seconds = secondsOf(typed);
    return seconds !== undefined && agentSettings.shape.closeSeconds.safeParse(seconds).success;
  }, 'Write a number of minutes from 0 to 60.'),
  serialNumber: z.int(),
});
type Values = z.output<typeof schema>;
const labels = {
  daysOfWeek: 'Days',
  time: 'Time',
  isAcceptanceRequired: 'Acceptance',
  openApplication: 'When an application to be updated is open',
  closeMinutes: 'Minutes to save work',
};

const ways: readonly SelectOption<Values['openApplication']>[] = [
  { value: 'install', label: 'Install anyway', detail: 'The installer sees to it.' },
  { value: 'wait', label: 'Wait', detail: 'Until people close it.' },
  { value: 'ask', label: 'Ask', detail: 'People may close it, or put it off.' },
  { value: 'close', label: 'Close it', detail: 'People are told, then it is closed.' },
];

const valuesOf = (settings: AgentSettings): Values => ({
  daysOfWeek: settings.daysOfWeek,
  time: formatClock(settings),
  isAcceptanceRequired: settings.isAcceptanceRequired,
  openApplication: settings.openApplication,
  closeMinutes: minutesOf(settings.closeSeconds),
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
        openApplication: values.openApplication,
        closeSeconds: secondsOf(values.closeMinutes) ?? 0,
        serialNumber: values.serialNumber,
      },
    },
    { operation: { verb: 'save', thing: 'agent settings' } },
  );

/** When hosts inspect, whether newcomers wait, and what is done about open applications. */
export function AgentSettingsForm({ settings, mayChange }: { settings: AgentSettings; mayChange: boolean }) {
  const form = useZodForm(schema, valuesOf(settings));
  const days = useFormField({ control: form.control, name: 'daysOfWeek' });
  const [daysOfWeek, time] = useWatch({ control: form.control, name: ['daysOfWeek', 'time'] });
  const way = useWatch({ control: form.control, name: 'openApplication' });
  return (
    <SettingsForm
      savedText="Agent settings saved. Hosts learn of them at their next check-in."
      form={form}
      labels={labels}
      settings={settings}
      valuesOf={valuesOf}
      save={save}
      touches={['agentSettings']}
      mayChange={mayChange}
    >
      {settings.serialNumber === 0 && (
        <Banner tone="info">
          No schedule is saved yet. Until then every host inspects daily at {formatClock(settings)}.
        </Banner>
      )}
      <DayToggles
        daysOfWeek={Number(daysOfWeek)}
        onChange={(next) => form.setValue('daysOfWeek', next, { shouldDirty: true, shouldValidate: true })}
        isDisabled={!mayChange}
        errorMessage={days.errorMessage}
        firstRef={days.field.ref}
      />
      <div className={s['short']}>
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
      <FormSelect
        control={form.control}
        name="openApplication"
        label={labels.openApplication}
        options={ways}
        isDisabled={!mayChange}
      />
      {(way === 'ask' || way === 'close') && (
        <div className={s['short']}>
          <FormTextField
            control={form.control}
            name="closeMinutes"
            label={labels.closeMinutes}
            description="From 0 to 60: how long they are asked, or have before it is closed."
            inputMode="decimal"
            isDisabled={!mayChange}
          />
        </div>
      )}
    </SettingsForm>
  );
}
