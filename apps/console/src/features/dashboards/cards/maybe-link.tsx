import type { ReactNode } from 'react';
import { type Look, newTab } from '../card-look.ts';

/** A link where there is somewhere to go, else plain words that do not look like one. */
export function MaybeLink({ href, look, children }: { href: string | undefined; look: Look; children: ReactNode }) {
  if (href === undefined) return children;
  return (
    <a href={href} {...newTab(look)} className="plain-link">
      {children}
    </a>
  );
}
