import { useQuery } from '@tanstack/react-query';
import { agentSettingsQuery } from '../../lib/site.queries.ts';
import { Banner } from '../../ui/banner.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { InstallCommandTabs } from './install-command-tabs.tsx';
import s from './configuration.module.css';

/** The secret of a new token, the only time it is seen. */
export function TokenSecret({ secret }: { secret: string }) {
  return (
    <div className={s['secret']}>
      <Banner tone="warning" word="Shown once">
        Copy it now. The token cannot be read again; if it is lost, make another.
      </Banner>
      <div className={s['secretLine']}>
        <code className={s['secretText']}>{secret}</code>
        <CopyButton text={secret} label="Copy token" />
      </div>
    </div>
  );
}

/** The lines that bring hosts in with it. */
export function TokenCommands({ secret }: { secret: string }) {
  const settings = useQuery(agentSettingsQuery);
  if (!settings.data) return null;
  return <InstallCommandTabs serverUrl={location.origin} token={secret} agentVersion={settings.data.currentVersion} />;
}
