import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import s from './chart-frame.module.css';

interface EmptyFrameProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A card with a title: a chart that has no numbers, or a part of a page. In a file of its own, so that a page can stand
 * before its charts come.
 */
export function EmptyFrame({ title, actions, children }: EmptyFrameProps) {
  return (
    <section className={cx('card', s['frame'])} aria-label={title}>
      <div className={s['head']}>
        <h2 className={s['title']}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
