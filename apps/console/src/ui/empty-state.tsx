import type { LucideIcon } from 'lucide-react';
import Inbox from 'lucide-react/icons/inbox';
import type { ReactNode } from 'react';
import { PageHead } from './page-head.tsx';
import s from './empty-state.module.css';

export interface EmptyStateProps {
  title: string;
  icon?: LucideIcon;
  children?: ReactNode;
  /** The next sensible step, usually a button. */
  action?: ReactNode;
}

/** A page that does not know what it is about: its title, and where to choose something. */
export function EmptyPage({ pageTitle, ...state }: EmptyStateProps & { pageTitle: string }) {
  return (
    <>
      <PageHead title={pageTitle} />
      <EmptyState {...state} />
    </>
  );
}

export function EmptyState({ title, icon: Icon = Inbox, children, action }: EmptyStateProps) {
  return (
    <div className={s['empty']}>
      <Icon size={32} strokeWidth={1.5} aria-hidden />
      <p className={s['title']}>{title}</p>
      {children && <div className={s['words']}>{children}</div>}
      {action && <div className={s['action']}>{action}</div>}
    </div>
  );
}
