import { pages } from '@patchkeep/rules/pages';
import { useSearch } from '@tanstack/react-router';
import { useSession } from '../../lib/use-stores.ts';
import header from '../shell/header.module.css';
import { ProductTitle } from '../shell/product-title.tsx';
import s from './routes.module.css';
import { whatComes } from './what-comes.ts';

/** One dashboard on a wall: a title and the username stand where the menus would be. */
export function DetachedDashboardPage() {
  const { heading } = useSearch({ from: '/detached/dashboard' });
  const username = useSession((session) => session.username);
  return (
    <div className={s['detached']}>
      <header className={header['header']}>
        <ProductTitle isLink={false} />
        <span className={header['detachedUser']}>{username}</span>
      </header>
      <main className={s['detachedMain']}>
        <h1 tabIndex={-1}>{heading ?? pages['/dashboard'].title}</h1>
        <p className={s['later']}>{whatComes['/dashboard']} This page is not built yet.</p>
      </main>
    </div>
  );
}
