import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { CardProps } from '../card-look.ts';
import { titleOf } from '../card-titles.ts';
import { MaybeLink } from './maybe-link.tsx';

/** Hosts that no longer report, those that fell silent last first. */
export function SilentHostsCard({ card, data: { total, hosts }, look, actions }: CardProps<'silent-hosts'>) {
  return (
    <ChartFrame
      title={titleOf(card)}
      lead={
        <MaybeLink href={look.links.dormantHosts()} look={look}>
          {formatNumber(total)} dormant
        </MaybeLink>
      }
      fileName="silent-hosts"
      actions={actions}
      isBare={look.isBare}
      table={{
        head: ['Host', 'Site', 'Last seen'],
        rows: hosts.map(({ uuid, hostName, siteName, lastSeen }) => [
          {
            value: hostName,
            shown: (
              <MaybeLink href={look.links.host(uuid)} look={look}>
                {hostName}
              </MaybeLink>
            ),
          },
          { value: siteName },
          { value: lastSeen, shown: <RelativeTime at={lastSeen} /> },
        ]),
      }}
    >
      {hosts.length === 0 ? <EmptyState title="Every host reports" /> : undefined}
    </ChartFrame>
  );
}
