import type { LucideIcon } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import s from './configuration.module.css';

export interface LaterSectionProps {
  label: string;
  icon: LucideIcon;
  /** What stands here now. */
  title: string;
  words: string;
}

/** A section whose capability comes later, said honestly. */
export function LaterSection({ label, icon, title, words }: LaterSectionProps) {
  return (
    <section className={s['section']} aria-labelledby="later">
      <div className={s['sectionHead']}>
        <h2 id="later">{label}</h2>
      </div>
      <div className={s['card']}>
        <EmptyState icon={icon} title={title}>
          {words} This part is not built yet.
        </EmptyState>
      </div>
    </section>
  );
}
