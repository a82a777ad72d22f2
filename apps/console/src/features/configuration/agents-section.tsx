import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useMay } from '../../lib/use-may.ts';
import { AgentSettingsForm } from './agent-settings-form.tsx';
import { agentSettingsQuery } from './configuration.queries.ts';
import s from './configuration.module.css';

export function AgentsSection() {
  const settings = useQuery(agentSettingsQuery);
  const mayChange = useMay('canMakeChanges');
  return (
    <section className={s['section']} aria-labelledby="agents">
      <div className={s['sectionHead']}>
        <h2 id="agents">Agents</h2>
        {settings.data && (
          <span className={s['muted']}>This server hands out agent {settings.data.currentVersion}</span>
        )}
      </div>
      <div className={s['card']}>
        <p className={s['muted']}>
          At an inspection, the agent looks at what is installed on its host and reports it here.
        </p>
        {!mayChange && <Banner tone="info">You may look at these settings. Changing them needs write access.</Banner>}
        {settings.data && <AgentSettingsForm settings={settings.data} mayChange={mayChange} />}
        {settings.isPending && <Spinner isBlock />}
        {settings.isError && (
          <Banner tone="danger" action={{ label: 'Try again', onPress: () => void settings.refetch() }}>
            Unable to fetch agent settings.
          </Banner>
        )}
      </div>
    </section>
  );
}
