import { restarts, type SiteRestartSettings } from '@patchkeep/contract/restarts';
import { useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Banner } from '../../ui/banner.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import {
  RestartFields,
  restartLabels,
  restartShape,
  restartValues,
  typedSettings,
} from '../../ui/form/restart-fields.tsx';
import { UnsavedBar } from '../../ui/form/unsaved-bar.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notify } from '../../ui/notify.tsx';
import { RestartMock } from '../../ui/restart-mock.tsx';
import { restartStory } from '../../ui/restart-words.ts';
import { call } from '../../lib/client.ts';
import { asFailure } from '../../lib/failure.ts';
import { useAct } from '../../lib/use-act.ts';
import s from './configuration.module.css';
import { LeaveGuard } from './leave-guard.tsx';

const schema = z.object({
  ...restartShape,
  minimumAgentVersion: z.string().regex(/^\d{1,9}(\.\d{1,9}){0,3}$/, 'Write a version such as 0.1.0.'),
  /** What the changes began from. */
  serialNumber: z.int(),
});
type Values = z.output<typeof schema>;
const labels = { ...restartLabels, minimumAgentVersion: 'Agents must be above version' };

const valuesOf = (settings: SiteRestartSettings): Values => ({
  ...restartValues(settings),
  minimumAgentVersion: settings.minimumAgentVersion,
  serialNumber: settings.serialNumber,
});

const save = ({ minimumAgentVersion, serialNumber, ...typed }: Values) =>
  call(
    restarts.saveSettings,
    { body: { ...typedSettings(typed), minimumAgentVersion, serialNumber } },
    { operation: { verb: 'save', thing: 'settings' } },
  );

/** What new restart tags begin with, as the people at a host will see it. */
export function RestartSettingsForm({ settings, mayChange }: { settings: SiteRestartSettings; mayChange: boolean }) {
  const form = useZodForm(schema, valuesOf(settings));
  const { isDirty } = useFormState({ control: form.control });
  const values = useWatch({ control: form.control });
  const typed = typedSettings({ ...restartValues(settings), ...values });
  const saving = useAct(save, { touches: ['restartSettings', 'tag', 'host'] });

  // What somebody else saved is taken over unless something is half changed here; then saving says so.
  const isBehind = settings.serialNumber !== values.serialNumber;
  useEffect(() => {
    if (isBehind && !isDirty) form.reset(valuesOf(settings));
  }, [isBehind, isDirty, settings, form]);

  return (
    <Form
      form={form}
      labels={labels}
      onSubmit={(given) =>
        saving.mutate(given, {
          // The dialog of a conflict offers only to discard and reload; the browser must not ask the same once more.
          onError: (thrown) => {
            if (asFailure(thrown).type === 409) form.reset(given);
          },
          onSuccess: (saved) => {
            form.reset(valuesOf(saved));
            notify({ tone: 'success', text: 'Restart settings saved. New restart tags begin with them.' });
          },
        })
      }
    >
      {isBehind && isDirty && (
        <Banner tone="warning">Somebody else has saved these settings meanwhile. Discard yours to see theirs.</Banner>
      )}
      <RestartFields control={form.control} isDisabled={!mayChange} />
      <RestartMock settings={typed} />
      <div className={s['runs']}>
        {restartStory(typed).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <FormTextField
        control={form.control}
        name="minimumAgentVersion"
        label={labels.minimumAgentVersion}
        description="Hosts with this version or an older one are not asked to restart. 0.0.0 asks all."
        isDisabled={!mayChange}
      />
      {mayChange && <UnsavedBar form={form} isSaving={saving.isPending} />}
      <LeaveGuard name="restart settings" isDirty={isDirty && !saving.isPending} />
    </Form>
  );
}
