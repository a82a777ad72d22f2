import type { HostInfo } from '@patchkeep/contract/hosts';
import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '../../lib/site.queries.ts';
import { cx } from '../../ui/cx.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatBytes } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import s from './hosts.module.css';

export function DetailsTab({ host }: { host: HostInfo }) {
  const tags = useQuery(tagsQuery).data;
  const time = (at: string | null, never = 'Never') => (at === null ? never : <RelativeTime at={at} isAbsoluteShown />);
  const restartTag = tags?.find(({ tagUuid }) => tagUuid === host.restartTagUuid);
  return (
    <div className={s['cards']}>
      <section className={cx('card', s['card'])} aria-labelledby="about-host">
        <h2 id="about-host">Host</h2>
        <Facts
          facts={[
            { term: 'Operating system', detail: host.osName },
            { term: 'OS version', detail: host.osVersion || 'Not reported' },
            { term: 'Architecture', detail: host.osArchitecture || 'Not reported' },
            { term: 'Time zone', detail: host.timeZone || 'Not reported' },
            { term: 'Free disk', detail: formatBytes(host.freeDiskBytes) },
            { term: 'Last boot', detail: time(host.lastKnownBootTime, 'Not reported') },
          ]}
        />
      </section>
      <section className={cx('card', s['card'])} aria-labelledby="about-agent">
        <h2 id="about-agent">Agent</h2>
        <Facts
          facts={[
            { term: 'Version', detail: host.version },
            { term: 'Id', detail: <code>{host.agentUuid}</code> },
            { term: 'Enrolled', detail: time(host.enrolled) },
            { term: 'Last seen', detail: time(host.lastSeen) },
            { term: 'Last inspection', detail: time(host.lastInspection) },
          ]}
        />
      </section>
      <section className={cx('card', s['card'])} aria-labelledby="about-restart">
        <h2 id="about-restart">Restart</h2>
        <Facts
          facts={[
            { term: 'Requested', detail: time(host.lastBootRequestTime) },
            { term: 'Restart tag', detail: restartTag?.tagName ?? 'None' },
            { term: 'Last snoozed', detail: time(host.lastRebootSnoozeTime) },
            { term: 'Deadline', detail: time(host.rebootDeadline, 'None') },
            { term: 'Last boot reported', detail: time(host.lastReportedBootTime, 'Not reported') },
          ]}
        />
      </section>
    </div>
  );
}
