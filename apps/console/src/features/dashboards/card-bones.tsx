import type { DashboardCard } from '@patchkeep/contract/dashboard-config';
import type { ReactNode } from 'react';
import { titleOf } from './card-titles.ts';
import s from './dashboards.module.css';

interface EmptyCardProps {
  card: DashboardCard;
  actions?: ReactNode;
  children: ReactNode;
}

/** A card without numbers: its title, and why. */
export function EmptyCard({ card, actions, children }: EmptyCardProps) {
  return (
    <section className={s['emptyCard']} aria-label={titleOf(card)}>
      <div className={s['emptyHead']}>
        <h2>{titleOf(card)}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A card whose numbers are on their way. */
export function CardBones({ card, actions }: Omit<EmptyCardProps, 'children'>) {
  return (
    <EmptyCard card={card} actions={actions}>
      <div className={s['bone']} />
    </EmptyCard>
  );
}
