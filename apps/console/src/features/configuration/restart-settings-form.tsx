import { restarts, type SiteRestartSettings } from '@patchkeep/contract/restarts';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  RestartFields,
  restartLabels,
  restartShape,
  restartValues,
  typedSettings,
} from '../../domain/restart-fields.tsx';
import { RestartMock } from '../../domain/restart-mock.tsx';
import { restartStory } from '../../domain/restart-text.ts';
import { call } from '../../lib/client.ts';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { SettingsForm } from './settings-form.tsx';
import s from './configuration.module.css';

const schema = z.object({
  ...restartShape,
  minimumAgentVersion: z.string().regex(/^\d{1,9}(\.\d{1,9}){0,3}$/, 'Write a version such as 0.1.0.'),
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
  const values = useWatch({ control: form.control });
  const typed = typedSettings({ ...restartValues(settings), ...values });
  return (
    <SettingsForm
      savedText="Restart settings saved. New restart tags begin with them."
      form={form}
      labels={labels}
      settings={settings}
      valuesOf={valuesOf}
      save={save}
      touches={['restartSettings', 'tag', 'host']}
      mayChange={mayChange}
    >
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
    </SettingsForm>
  );
}
