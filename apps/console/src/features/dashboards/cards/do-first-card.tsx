import type { DoFirstEntry } from '@patchkeep/contract/dashboard-data';
import Ban from 'lucide-react/icons/ban';
import CircleX from 'lucide-react/icons/circle-x';
import Star from 'lucide-react/icons/star';
import { RetryButton } from '../../../acts/retry-button.tsx';
import { useMay } from '../../../lib/use-may.ts';
import { Badge, type BadgeProps } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatNumber } from '../../../ui/format.ts';
import type { CardProps, LinkedLook } from '../card-look.ts';
import { titleOf } from '../card-titles.ts';
import { MaybeLink } from './maybe-link.tsx';

const kinds: Record<DoFirstEntry['kind'], Pick<BadgeProps, 'tone' | 'icon'> & { label: string }> = {
  exploited: { tone: 'zd', icon: Star, label: 'Exploited, fix on offer' },
  blocked: { tone: 'ins', icon: Ban, label: 'Fix is blocked here' },
  failed: { tone: 'ins', icon: CircleX, label: 'Update failed' },
};

/** What to do, the most pressing first. */
export function DoFirstCard({ card, data: { entries, totals }, look, actions }: CardProps<'do-first'>) {
  const mayChange = useMay('canDecideUpdates');
  const acts =
    mayChange && !look.isBare
      ? entries.map((entry) => <Act key={`${entry.kind} ${entry.name}`} entry={entry} look={look} />)
      : undefined;
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
        acts: acts && { head: 'Decide', cells: acts },
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

const verbs: Record<NonNullable<DoFirstEntry['act']>, string> = { approve: 'Approve', unblock: 'Unblock' };

/** Leads to the review of the decision, or shows what a retry does; nothing is applied before it. */
function Act({ entry, look }: { entry: DoFirstEntry; look: LinkedLook }) {
  // A retry is of one site: the dashboard of the system leads to its sites.
  if (entry.kind === 'failed' && entry.channelTag !== null && look.of === 'site')
    return <RetryButton size="small" what={entry.name} choice={{ kind: 'app', subject: entry.channelTag }} />;
  const href = look.links.decide(entry);
  if (entry.act === null || href === undefined) return null;
  return (
    <LinkButton size="small" href={href} aria-label={`${verbs[entry.act]} ${entry.name}...`}>
      {verbs[entry.act]}...
    </LinkButton>
  );
}
