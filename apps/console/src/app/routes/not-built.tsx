import { pages } from '@patchkeep/rules/pages';
import { useMatches } from '@tanstack/react-router';
import Construction from 'lucide-react/icons/construction';
import { whatComes } from './what-comes.ts';
import s from './routes.module.css';

/** A page whose capability comes later: its title, and one honest sentence. */
export function NotBuiltPage() {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  if (!page) return null;
  return (
    <>
      <h1 tabIndex={-1}>{pages[page].title}</h1>
      <div className={s['later']}>
        <Construction size={20} strokeWidth={1.75} aria-hidden />
        <p>
          {whatComes[page]} <span className="muted">This page is not built yet.</span>
        </p>
      </div>
    </>
  );
}
