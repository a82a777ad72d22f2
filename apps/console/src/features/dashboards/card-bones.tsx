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

/** A card without numbers: its title, and why. */
export function EmptyCard({ card, actions, children }: EmptyCardProps) {
  return (
    <EmptyFrame title={titleOf(card)} actions={actions}>
      {children}
    </EmptyFrame>
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
