import type { ReactNode } from 'react';
import s from './page-head.module.css';

export interface PageHeadProps {
  title: string;
  /** Quieter words beside the title: a count, a path. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Lines below, such as badges. */
  children?: ReactNode;
}

/** The top of a page: its heading, what it holds, and what can be done with it. */
export function PageHead({ title, lead, actions, children }: PageHeadProps) {
  return (
    <div className={s['head']}>
      <h1 tabIndex={-1} className={s['title']}>
        {title}
      </h1>
      {lead && <span className={s['lead']}>{lead}</span>}
      {actions && <div className={s['actions']}>{actions}</div>}
      {children && <div className={s['below']}>{children}</div>}
    </div>
  );
}
