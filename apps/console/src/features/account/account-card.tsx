import { type ReactNode, useId } from 'react';
import { cx } from '../../ui/cx.ts';
import s from './account.module.css';

interface AccountCardProps {
  title: string;
  /** Beside the title: what can be done with all of it. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One part of the account page. */
export function AccountCard({ title, actions, children }: AccountCardProps) {
  const id = useId();
  return (
    <section className={cx('card', s['card'])} aria-labelledby={id}>
      <div className={s['head']}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
