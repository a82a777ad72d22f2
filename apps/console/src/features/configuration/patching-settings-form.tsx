import { patching, patchingLimits, type PatchingSettings } from '@patchkeep/contract/patching';
import { z } from 'zod';
import { call } from '../../lib/client.ts';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { formatNumber } from '../../ui/format.ts';
import { SettingsForm } from './settings-form.tsx';
import s from './configuration.module.css';

const upTo = (most: number) => `1 to ${formatNumber(most)}`;
const wholeUpTo = (most: number) =>
  z
    .string()
    .refine(
      (typed) => /^\d{1,9}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= most,
      `Write a whole number from ${upTo(most)}.`,
    );

const schema = z.object({
  releaseBudget: wholeUpTo(patchingLimits.releaseBudget),
  taskLifeDays: wholeUpTo(patchingLimits.taskLifeDays),
  serialNumber: z.int(),
});
type Values = z.output<typeof schema>;
const labels = { releaseBudget: 'Updates handed out in an hour', taskLifeDays: 'Days until work is given up' };

const valuesOf = (settings: PatchingSettings): Values => ({
  releaseBudget: String(settings.releaseBudget),
  taskLifeDays: String(settings.taskLifeDays),
  serialNumber: settings.serialNumber,
});

const save = ({ releaseBudget, taskLifeDays, serialNumber }: Values) =>
  call(
    patching.saveSettings,
    { body: { releaseBudget: Number(releaseBudget), taskLifeDays: Number(taskLifeDays), serialNumber } },
    { operation: { verb: 'save', thing: 'settings' } },
  );

/** How fast updates go out, and how long work waits for its host. */
export function PatchingSettingsForm({ settings, mayChange }: { settings: PatchingSettings; mayChange: boolean }) {
  const form = useZodForm(schema, valuesOf(settings));
  return (
    <SettingsForm
      savedText="Patching settings saved. They hold from the next minute on."
      form={form}
      labels={labels}
      settings={settings}
      valuesOf={valuesOf}
      save={save}
      touches={['patchingSettings']}
      mayChange={mayChange}
    >
      <div className={s['short']}>
        <FormTextField
          control={form.control}
          name="releaseBudget"
          label={labels.releaseBudget}
          description={`From ${upTo(patchingLimits.releaseBudget)}. More follow as the first are verified; failed ones count for an hour.`}
          inputMode="numeric"
          isDisabled={!mayChange}
        />
      </div>
      <div className={s['short']}>
        <FormTextField
          control={form.control}
          name="taskLifeDays"
          label={labels.taskLifeDays}
          description={`From ${upTo(patchingLimits.taskLifeDays)}. Then it ends as failed, and is planned anew once the host is at work.`}
          inputMode="numeric"
          isDisabled={!mayChange}
        />
      </div>
    </SettingsForm>
  );
}
