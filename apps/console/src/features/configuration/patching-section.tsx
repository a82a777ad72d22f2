import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useMay } from '../../lib/use-may.ts';
import { patchingSettingsQuery } from './configuration.queries.ts';
import s from './configuration.module.css';
import { PatchingSettingsForm } from './patching-settings-form.tsx';

export function PatchingSection() {
  const settings = useQuery(patchingSettingsQuery);
  const mayChange = useMay('canMakeChanges');
  return (
    <section className={s['section']} aria-labelledby="patching">
      <div className={s['sectionHead']}>
        <h2 id="patching">Patching</h2>
      </div>
      <div className={s['card']}>
        <p className={s['muted']}>
          What is approved goes out step by step, so that what breaks, breaks for few before somebody looks.
        </p>
        {!mayChange && <Banner tone="info">You may look at these settings. Changing them needs write access.</Banner>}
        {settings.data && <PatchingSettingsForm settings={settings.data} mayChange={mayChange} />}
        {settings.isPending && <Spinner isBlock />}
        {settings.isError && (
          <Banner tone="danger" action={{ label: 'Try again', onPress: () => void settings.refetch() }}>
            Unable to fetch settings.
          </Banner>
        )}
      </div>
    </section>
  );
}
