import type { DashboardCard } from '@patchkeep/contract/dashboard-config';
import type { CardData } from '@patchkeep/contract/dashboard-data';
import type { ReactNode } from 'react';
import { siteOfTab } from '../../lib/client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Look } from './card-look.ts';
import { CardSkeleton, EmptyCard } from './card-skeleton.tsx';
import { DoFirstCard } from './cards/do-first-card.tsx';
import { EndOfLifeCard } from './cards/end-of-life-card.tsx';
import { SilentHostsCard } from './cards/silent-hosts-card.tsx';
import { SiteTableCard } from './cards/site-table-card.tsx';
import { StatusHistoryCard } from './cards/status-history-card.tsx';
import { StatusPieCard } from './cards/status-pie-card.tsx';
import { SummaryCard } from './cards/summary-card.tsx';
import { TimeToPatchCard } from './cards/time-to-patch-card.tsx';
import { UpdatesCard } from './cards/updates-card.tsx';
import { linksOf } from './chart-links.ts';

export interface CardViewProps {
  card: DashboardCard;
  /** Absent until the server has answered for it. */
  data: CardData | undefined;
  isWaiting: boolean;
  look: Look;
  /** What can be done with the card while it is arranged. */
  actions: ReactNode;
}

export function CardView({ card, data, isWaiting, look, actions }: CardViewProps) {
  const drawn = { card, look: { ...look, links: linksOf(look.of, siteOfTab(), look.asOf) }, actions };
  if (!data && isWaiting) return <CardSkeleton card={card} actions={actions} />;
  if (!data)
    return (
      <EmptyCard card={card} actions={actions}>
        <EmptyState title="No numbers for this card" />
      </EmptyCard>
    );
  if (data.chart === 'gone')
    return (
      <EmptyCard card={card} actions={actions}>
        <EmptyState title="What this card was about is gone">
          Its group or tag was deleted. Edit the layout to take the card away.
        </EmptyState>
      </EmptyCard>
    );
  if (data.chart === 'no-past')
    return (
      <EmptyCard card={card} actions={actions}>
        {data.why === 'now' ? (
          <EmptyState title="This card has no past">It knows only how things stand now.</EmptyState>
        ) : (
          <EmptyState title="Nothing is known of this day">Counting began later, or its history is over.</EmptyState>
        )}
      </EmptyCard>
    );
  switch (data.chart) {
    case 'apps-bar':
      return <StatusHistoryCard {...drawn} data={data} />;
    case 'updates-bar':
      return <UpdatesCard {...drawn} data={data} />;
    case 'summary-table':
      return <SummaryCard {...drawn} data={data} />;
    case 'vuln-status-pie':
      return <StatusPieCard {...drawn} data={data} />;
    case 'do-first':
      return <DoFirstCard {...drawn} data={data} />;
    case 'time-to-patch':
      return <TimeToPatchCard {...drawn} data={data} />;
    case 'eol-calendar':
      return <EndOfLifeCard {...drawn} data={data} />;
    case 'silent-hosts':
      return <SilentHostsCard {...drawn} data={data} />;
    case 'site-table':
      break;
  }
  return <SiteTableCard {...drawn} data={data} />;
}
