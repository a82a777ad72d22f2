import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useMay } from '../../lib/use-may.ts';
import { restartSettingsQuery } from './configuration.queries.ts';
import s from './configuration.module.css';
import { RestartSettingsForm } from './restart-settings-form.tsx';

export function RestartsSection() {
  const settings = useQuery(restartSettingsQuery);
  const mayChange = useMay('canMakeChanges');
  return (
    <section className={s['section']} aria-labelledby="restarts">
      <div className={s['sectionHead']}>
        <h2 id="restarts">Restart settings</h2>
      </div>
      <div className={s['card']}>
        <p className={s['muted']}>
          A restart follows the settings of a restart tag. New restart tags begin with these; each can be changed under{' '}
          <Link to="/tags">Tags</Link>.
        </p>
        {!mayChange && <Banner tone="info">You may look at these settings. Changing them needs write access.</Banner>}
        {settings.data && <RestartSettingsForm settings={settings.data} mayChange={mayChange} />}
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
