import { customer, customerLimits, type CustomerSettingsAnswer } from '@patchkeep/contract/customer-settings';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { FormCheckbox } from '../../ui/form/form-checkbox.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { customerSettingsQuery } from './sites.queries.ts';

const whole = (least: number, most: number) =>
  z
    .string()
    .refine(
      (typed) => /^\d{1,9}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most,
      `Write a whole number from ${least} to ${formatNumber(most)}.`,
    );

const schema = z.object({
  licences: whole(0, customerLimits.licences),
  dormancyDays: whole(1, customerLimits.dormancyDays),
  isTrialModeEnabled: z.boolean(),
  isSoftwareDeploymentEnabled: z.boolean(),
  isCustomSoftwareEnabled: z.boolean(),
  allowCustomSoftwareUi: z.boolean(),
  isSiteRedirect: z.boolean(),
});
type Values = z.output<typeof schema>;

const labels = {
  licences: 'Host licences',
  dormancyDays: 'Days until a silent host is dormant',
  isTrialModeEnabled: 'Trial',
  isSoftwareDeploymentEnabled: 'Software deployment',
  isCustomSoftwareEnabled: 'Custom software',
  allowCustomSoftwareUi: 'Show the pages of custom software',
  isSiteRedirect: 'Go to the dashboard after switching site',
};

const switches = [
  ['isTrialModeEnabled', 'Shows everybody that this is a trial.'],
  ['isSoftwareDeploymentEnabled', 'Offers deployment jobs at sites with Detection.'],
  ['isCustomSoftwareEnabled', 'Offers deployment of software of your own.'],
  ['allowCustomSoftwareUi', 'Also without custom software, for looking at them.'],
  ['isSiteRedirect', 'Otherwise the same page of the other site opens.'],
] as const;

const save = ({ values, serialNumber }: { values: Values; serialNumber: number }) => {
  const { licences, dormancyDays, ...flags } = values;
  const numbers = { hostLicenseCount: Number(licences), agentInactivityToDormancyTimeoutDays: Number(dormancyDays) };
  const body = { ...numbers, ...flags, serialNumber };
  return call(customer.saveSettings, { body }, { operation: { verb: 'save', thing: 'settings' } });
};

/** The settings that hold for all sites, once they are there. */
export function CustomerSettingsDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(customerSettingsQuery);
  return data ? <SettingsDialog settings={data} onClose={onClose} /> : null;
}

function SettingsDialog({ settings, onClose }: { settings: CustomerSettingsAnswer; onClose: () => void }) {
  const { hostLicenseCount, agentInactivityToDormancyTimeoutDays, licencesInUse, serialNumber, ...flags } = settings;
  const licences = String(hostLicenseCount);
  const dormancyDays = String(agentInactivityToDormancyTimeoutDays);
  const form = useZodForm(schema, { ...flags, licences, dormancyDays });
  // What the form began from: what somebody else saves meanwhile must not be overwritten.
  const [seen] = useState(serialNumber);
  const saving = useAct(save, { touches: ['site'] });
  const onSuccess = () => {
    onClose();
    notify({ tone: 'success', text: 'Settings for all sites saved.' });
  };
  return (
    <FormDialog
      title="Settings for all sites"
      onClose={onClose}
      verb="Save settings"
      isPending={saving.isPending}
      form={form}
      labels={labels}
      onSubmit={(values) => saving.mutate({ values, serialNumber: seen }, { onSuccess })}
    >
      <FormTextField
        control={form.control}
        name="licences"
        label={labels.licences}
        description={`${formatCount(licencesInUse, 'licence')} in use: hosts that were heard of within 45 days. More hosts than licences are shown as a warning.`}
        inputMode="numeric"
      />
      <FormTextField
        control={form.control}
        name="dormancyDays"
        label={labels.dormancyDays}
        description={`From 1 to ${customerLimits.dormancyDays}. A dormant host is listed apart, and active again when it reports.`}
        inputMode="numeric"
      />
      {switches.map(([flag, description]) => (
        <FormCheckbox key={flag} control={form.control} name={flag} description={description}>
          {labels[flag]}
        </FormCheckbox>
      ))}
    </FormDialog>
  );
}
