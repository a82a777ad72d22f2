import { type PagePath, pages, trail } from '@patchkeep/rules/pages';
import { Link, useSearch } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { isStatic } from './page-links.ts';
import s from './shell.module.css';

/** What a page is about goes with the way back up: the versions of this application, not of none. */
const useSubject = () =>
  useSearch({
    strict: false,
    select: ({ applicationId, versionId }) => ({
      ...(applicationId !== undefined && { applicationId }),
      ...(versionId !== undefined && { versionId }),
    }),
  });

/** The way to a page below another page; a page on the first level needs none. */
export function Breadcrumbs({ page }: { page: PagePath }) {
  const steps = trail(page);
  const subject = useSubject();
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
              <Link to={step} search={subject}>
                {pages[step].title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
