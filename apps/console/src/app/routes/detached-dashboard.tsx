import { pages } from '@patchkeep/rules/pages';
import { useSearch } from '@tanstack/react-router';
import { DetachedScreen } from '../../features/dashboards/detached-screen.tsx';
import { useSession } from '../../lib/use-stores.ts';
import { ProductTitle } from '../shell/product-title.tsx';
import header from '../shell/header.module.css';
import s from './routes.module.css';

/** One dashboard on a wall: a title and the username stand where the menus would be. */
export function DetachedDashboardPage() {
  const { heading } = useSearch({ from: '/detached/dashboard' });
  const username = useSession((session) => session.username);
  const name = useSession((session) => session.detached?.heading);
  return (
    <div className={s['detached']}>
      <header className={header['header']}>
        <ProductTitle isLink={false} />
        <span className={header['detachedUser']}>{username}</span>
      </header>
      <main className={s['detachedMain']}>
        <h1 tabIndex={-1}>{heading ?? name ?? pages['/dashboard'].title}</h1>
        <DetachedScreen />
      </main>
    </div>
  );
}
