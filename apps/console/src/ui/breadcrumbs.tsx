import ChevronRight from 'lucide-react/icons/chevron-right';
import s from './breadcrumbs.module.css';

export interface Crumb {
  label: string;
  href?: string;
}

/** The way here; the last crumb is this page and needs no address. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={s['trail']}>
        {crumbs.map(({ label, href }, index) => {
          const isLast = index === crumbs.length - 1;
          return (
            <li key={`${href ?? ''} ${label}`} className={s['step']}>
              {href && !isLast ? (
                <a href={href} title={label}>
                  {label}
                </a>
              ) : (
                <span title={label} {...(isLast ? { 'aria-current': 'page' as const } : {})}>
                  {label}
                </span>
              )}
              {!isLast && <ChevronRight size={14} aria-hidden />}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
