import { name } from '@patchkeep/contract/fields';
import { type ListedSite, type SiteSettings, sites } from '@patchkeep/contract/sites';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { Banner } from '../../ui/banner.tsx';
import { FormCheckbox } from '../../ui/form/form-checkbox.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notify } from '../../ui/notify.tsx';
import { effectsOf, moduleWords } from './module-text.ts';
import s from './sites.module.css';

const siteForm = z.object({
  siteName: name,
  isDetectionModuleEnabled: z.boolean(),
  isPatchingEnabled: z.boolean(),
  isPatchProModuleEnabled: z.boolean(),
});
type Values = z.output<typeof siteForm>;
const labels = { siteName: 'Name', ...Object.fromEntries(moduleWords.map(({ module, label }) => [module, label])) };
const everyModule: SiteSettings = {
  isDetectionModuleEnabled: true,
  isPatchingEnabled: true,
  isPatchProModuleEnabled: true,
};

/** The name and the modules are two calls: the second begins from what the first has made. */
const change = async (site: ListedSite, { siteName, ...settings }: Values): Promise<void> => {
  const params = { id: site.siteAccountUuid };
  let { serialNumber } = site;
  if (siteName !== site.siteName)
    ({ serialNumber } = await call(
      sites.update,
      { params, body: { siteName, serialNumber } },
      { operation: { verb: 'save', thing: 'site' } },
    ));
  if (moduleWords.some(({ module }) => settings[module] !== site.siteSettings[module]))
    await call(
      sites.saveSettingsOf,
      { params, body: { ...settings, serialNumber } },
      { operation: { verb: 'save', thing: 'settings' } },
    );
};

const save = async ({ site, values }: { site: ListedSite | null; values: Values }): Promise<void> => {
  const { siteName, ...siteSettings } = values;
  if (site) return change(site, values);
  await call(sites.create, { body: { siteName, siteSettings } }, { operation: { verb: 'create', thing: 'site' } });
  return undefined;
};

/** Creates a site, or changes one; says what switching its modules does before it is done. */
export function SiteFormDialog({ site, onClose }: { site: ListedSite | null; onClose: () => void }) {
  const [refusal, setRefusal] = useState<string>();
  const before = site?.siteSettings ?? everyModule;
  const form = useZodForm(siteForm, { siteName: site?.siteName ?? '', ...before });
  const typed = useWatch({ control: form.control });
  const effects = site ? effectsOf(before, { ...before, ...typed }, site.activeHosts ?? 0) : [];
  const saving = useAct(save, { touches: ['site'], onRefused: setRefusal });
  const done = (text: string) => {
    onClose();
    notify({ tone: 'success', text });
  };
  return (
    <FormDialog
      title={site ? `Edit "${site.siteName}"` : 'New site'}
      onClose={onClose}
      verb={site ? 'Save site' : 'Create site'}
      isPending={saving.isPending}
      refusal={refusal}
      form={form}
      labels={labels}
      onSubmit={(values) => {
        setRefusal(undefined);
        const text = `Site "${values.siteName}" ${site ? 'saved' : 'created'}.`;
        saving.mutate({ site, values }, { onSuccess: () => done(text) });
      }}
    >
      <FormTextField control={form.control} name="siteName" label={labels.siteName} />
      {moduleWords.map(({ module, label, offers }) => (
        <FormCheckbox key={module} control={form.control} name={module} description={offers}>
          {label}
        </FormCheckbox>
      ))}
      {effects.length > 0 && (
        <Banner tone="warning" word="What this does">
          <ul className={s['effects']}>
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </Banner>
      )}
    </FormDialog>
  );
}
