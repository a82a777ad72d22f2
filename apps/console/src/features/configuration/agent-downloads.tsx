import { type AgentSystem, agentSystems, configuration } from '@patchkeep/contract/configuration';
import { uiBase } from '@patchkeep/contract/endpoint';
import { agentPackageName } from '@patchkeep/rules/agent-package';
import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { agentSettingsQuery } from '../../lib/site.queries.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { agentPackagesQuery } from './configuration.queries.ts';
import s from './configuration.module.css';

const systemText: Record<AgentSystem, string> = { windows: 'Windows', linux: 'Debian and Ubuntu' };
const addressOf = (system: AgentSystem): string =>
  `${uiBase}${configuration.downloadAgentPackage.path.replace(':system', system)}`;

/** The packages of the agent to download; for one that the server does not have, how whoever runs it puts it there. */
export function AgentDownloads() {
  const packages = useQuery(agentPackagesQuery);
  const version = useQuery(agentSettingsQuery).data?.currentVersion;
  if (packages.isError)
    return (
      <Banner tone="danger" action={{ label: 'Try again', onPress: () => void packages.refetch() }}>
        Unable to fetch the packages of the agent.
      </Banner>
    );
  if (!packages.data || version === undefined) return <Spinner />;
  const missing = agentSystems.filter((system) => packages.data.every((each) => each.system !== system));
  return (
    <div className={s['downloads']}>
      {packages.data.length > 0 && (
        <ul className={s['downloadList']} aria-label="Packages of the agent">
          {packages.data.map(({ system, filename, size }) => (
            <li key={system}>
              <LinkButton href={addressOf(system)} download={filename} icon={Download}>
                {`Download for ${systemText[system]}`}
              </LinkButton>
              <span className="muted">
                {filename}, {formatBytes(size)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <Banner
          tone="warning"
          word={`This server has no package for ${missing.map((system) => systemText[system]).join(' or ')}`}
        >
          Whoever runs the server builds it with <code>npm run build:agent</code>, or puts{' '}
          {missing.map((system) => agentPackageName(system, version)).join(' and ')} into the folder that the setting{' '}
          <code>PATCHKEEP_AGENT_DIR</code> names. It shows here then.
        </Banner>
      )}
    </div>
  );
}
