import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatCount, formatNumber } from '../../../ui/format.ts';
import type { CardProps } from '../card-look.ts';
import { titleOf } from '../card-titles.ts';
import { MaybeLink } from './maybe-link.tsx';

/** Versions that reach their end soon, the soonest first. */
export function EndOfLifeCard({ card, data: { within, entries }, look, actions }: CardProps<'eol-calendar'>) {
  return (
    <ChartFrame
      title={titleOf(card)}
      lead={within
        .map(
          ({ days, versions, hosts }) =>
            `${days} days: ${formatCount(versions, 'version')} on ${formatCount(hosts, 'host')}`,
        )
        .join(' · ')}
      fileName="end-of-life"
      actions={actions}
      isBare={look.isBare}
      table={{
        head: ['Application', 'Version', 'Ends on', 'Hosts'],
        rows: entries.map((entry) => [
          {
            value: entry.name,
            shown: (
              <MaybeLink href={look.links.application(entry.applicationId)} look={look}>
                {entry.name}
              </MaybeLink>
            ),
          },
          { value: entry.version },
          { value: entry.endsOn },
          { value: entry.hosts, shown: formatNumber(entry.hosts) },
        ]),
      }}
    >
      {entries.length === 0 ? (
        <EmptyState title="Nothing ends soon">No installed version reaches its end within 180 days.</EmptyState>
      ) : undefined}
    </ChartFrame>
  );
}
