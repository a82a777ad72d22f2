import type { ReactNode } from 'react';
import { EmptyFrame } from '../../ui/empty-frame.tsx';
import s from './account.module.css';

interface AccountCardProps {
  title: string;
  /** Beside the title: what can be done with all of it. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One part of the account page. */
export function AccountCard(props: AccountCardProps) {
  return (
    <div className={s['card']}>
      <EmptyFrame {...props} />
    </div>
  );
}
