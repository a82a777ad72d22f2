import User from 'lucide-react/icons/user';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import s from './hosts.module.css';

export function UsersTab({ users }: { users: readonly string[] }) {
  return (
    <div className={cx('card', s['card'])}>
      {users.length === 0 ? (
        <EmptyState icon={User} title="No users reported">
          The agent lists the people who have a profile on this host.
        </EmptyState>
      ) : (
        <ul className={s['rows']}>
          {users.map((user) => (
            <li key={user}>
              <User size={16} aria-hidden />
              {user}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
