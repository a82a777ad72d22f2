import { type PagePath, pages, trail } from '@patchkeep/rules/pages';
import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { isStatic } from './page-links.ts';
import s from './shell.module.css';

/** The way to a page below another page; a page on the first level needs none. */
export function Breadcrumbs({ page }: { page: PagePath }) {
  const steps = trail(page);
  if (steps.length < 2) return null;
  return (
    <nav aria-label="Breadcrumbs" className={s['crumbs']}>
      <ol>
        {steps.map((step, index) => (
          <li key={step}>
            {index > 0 && <ChevronRight size={14} aria-hidden />}
            {step === page || !isStatic(step) ? (
              <span aria-current="page">{pages[step].title}</span>
            ) : (
              <Link to={step}>{pages[step].title}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
