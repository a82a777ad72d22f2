import type { ReactNode } from 'react';
import { formatNumber } from './format.ts';
import s from './views.module.css';

/** The views of a page, as items of a list of links: each can be opened in another tab. */
export function Views({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={s['views']}>
      <ul>{children}</ul>
    </nav>
  );
}

/** How many a view holds. */
export function ViewCount({ count }: { count: number }) {
  return <span className={s['count']}>{formatNumber(count)}</span>;
}
