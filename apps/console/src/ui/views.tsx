import type { ReactNode } from 'react';
import { formatNumber } from './format.ts';
import t from './tabs.module.css';
import s from './views.module.css';

interface ViewsProps {
  label: string;
  children: ReactNode;
  /** What stands at the end of the line. */
  beside?: ReactNode;
}

/** The views of a page, as items of a list of links: each can be opened in another tab. */
export function Views({ label, children, beside }: ViewsProps) {
  return (
    <div className={s['line']}>
      <nav aria-label={label} className={s['views']}>
        <ul>{children}</ul>
      </nav>
      {beside}
    </div>
  );
}

/** How many a view holds. */
export function ViewCount({ count }: { count: number }) {
  return <span className={t['count']}>{formatNumber(count)}</span>;
}
