import { type ReactNode, useId } from 'react';
import { cx } from '../../ui/cx.ts';
import s from './support.module.css';

export function SupportCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={cx('card', s['card'])} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
