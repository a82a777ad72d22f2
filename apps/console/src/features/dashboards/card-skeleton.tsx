import type { DashboardCard } from '@patchkeep/contract/dashboard-config';
import type { ReactNode } from 'react';
import { EmptyFrame } from '../../ui/empty-frame.tsx';
import { titleOf } from './card-titles.ts';
import s from './dashboards.module.css';

interface EmptyCardProps {
  card: DashboardCard;
  actions?: ReactNode;
  children: ReactNode;
}

/** A card without data: its title and the reason. */
export function EmptyCard({ card, actions, children }: EmptyCardProps) {
  return (
    <EmptyFrame title={titleOf(card)} actions={actions}>
      {children}
    </EmptyFrame>
  );
}

/** The placeholder of a card while its data loads. */
export function CardSkeleton({ card, actions }: Omit<EmptyCardProps, 'children'>) {
  return (
    <EmptyCard card={card} actions={actions}>
      <div className={s['skeleton']} />
    </EmptyCard>
  );
}
