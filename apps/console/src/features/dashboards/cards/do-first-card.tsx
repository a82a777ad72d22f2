import type { DoFirstEntry } from '@patchkeep/contract/dashboard-data';
import Ban from 'lucide-react/icons/ban';
import CircleX from 'lucide-react/icons/circle-x';
import Star from 'lucide-react/icons/star';
import { Badge, type BadgeProps } from '../../../ui/badge.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatNumber } from '../../../ui/format.ts';
import type { CardProps } from '../card-look.ts';
import { titleOf } from '../card-titles.ts';
import { MaybeLink } from './maybe-link.tsx';

const kinds: Record<DoFirstEntry['kind'], Pick<BadgeProps, 'tone' | 'icon'> & { label: string }> = {
  exploited: { tone: 'zd', icon: Star, label: 'Exploited, fix on offer' },
  blocked: { tone: 'ins', icon: Ban, label: 'Fix is blocked here' },
  failed: { tone: 'ins', icon: CircleX, label: 'Update failed' },
};

/** What to do, the most pressing first. */
export function DoFirstCard({ card, data: { entries, totals }, look, actions }: CardProps<'do-first'>) {
  const all = totals.exploited + totals.blocked + totals.failed;
  return (
    <ChartFrame
      title={titleOf(card)}
      lead={
        all > entries.length
          ? `The ${entries.length} most pressing of ${formatNumber(all)}`
          : 'Exploited with a fix on offer, then blocked fixes, then failed updates'
      }
      fileName="what-to-do-first"
      actions={actions}
      isBare={look.isBare}
      table={{
        head: ['Application', 'Why', 'Fix by', 'Hosts'],
        rows: entries.map((entry) => {
          const { tone, icon, label } = kinds[entry.kind];
          return [
            {
              value: entry.name,
              shown: (
                <MaybeLink href={look.links.doFirst(entry)} look={look}>
                  {entry.name}
                </MaybeLink>
              ),
            },
            {
              value: label,
              shown: (
                <Badge tone={tone} icon={icon}>
                  {label}
                </Badge>
              ),
            },
            { value: entry.dueOn ?? '', shown: entry.dueOn ?? '–' },
            { value: entry.hosts, shown: formatNumber(entry.hosts) },
          ];
        }),
      }}
    >
      {entries.length === 0 ? (
        <EmptyState title="Nothing presses">
          Nothing exploited waits for its fix, no fix is blocked, and no update failed lately.
        </EmptyState>
      ) : undefined}
    </ChartFrame>
  );
}
