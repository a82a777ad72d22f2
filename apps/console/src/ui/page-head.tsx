import type { ReactNode } from 'react';
import s from './page-head.module.css';

export interface PageHeadProps {
  title: string;
  /** The own name of the one thing that the page shows. It is more prominent than the title, which stays before it. */
  name?: string | undefined;
  /** Quieter words beside the title: a count, a path. */
  lead?: ReactNode;
  actions?: ReactNode;
  /** Lines below, such as badges. */
  children?: ReactNode;
}

/** The top of a page: its heading, what it holds, and what can be done with it. */
export function PageHead({ title, name, lead, actions, children }: PageHeadProps) {
  return (
    <div className={s['head']}>
      <h1 tabIndex={-1} className={s['title']}>
        {name === undefined ? (
          title
        ) : (
          <>
            <span className={s['kind']}>{title}</span> <span>{name}</span>
          </>
        )}
      </h1>
      {lead && <span className={s['lead']}>{lead}</span>}
      {actions && <div className={s['actions']}>{actions}</div>}
      {children && <div className={s['below']}>{children}</div>}
    </div>
  );
}
