import type { LucideIcon } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import s from './configuration.module.css';

export interface LaterSectionProps {
  label: string;
  icon: LucideIcon;
  /** What stands here now. */
  title: string;
  text: string;
}

/** A section whose capability comes later, said honestly. */
export function LaterSection({ label, icon, title, text }: LaterSectionProps) {
  return (
    <section className={s['section']} aria-labelledby="later">
      <div className={s['sectionHead']}>
        <h2 id="later">{label}</h2>
      </div>
      <div className={cx('card', s['card'])}>
        <EmptyState icon={icon} title={title}>
          {text} This part is not built yet.
        </EmptyState>
      </div>
    </section>
  );
}
