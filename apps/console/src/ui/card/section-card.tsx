import type { ReactNode } from 'react';
import { EmptyFrame } from '../empty-frame.tsx';
import s from './section-card.module.css';

interface SectionCardProps {
  title: string;
  /** Beside the title: what can be done with all of it. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One part of a page that is read from top to bottom, narrow enough for its lines. */
export function SectionCard(props: SectionCardProps) {
  return (
    <div className={s['section']}>
      <EmptyFrame {...props} />
    </div>
  );
}
