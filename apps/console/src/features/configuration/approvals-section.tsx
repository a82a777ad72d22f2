import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../lib/use-may.ts';
import { cx } from '../../ui/cx.ts';
import { LookOnlyNote } from './look-only-note.tsx';
import s from './configuration.module.css';

/** How approvals are changed on this site; the setting itself belongs to the approvals. */
export function ApprovalsSection({ children }: { children: ReactNode }) {
  const mayChange = useMay('canMakeChanges');
  const isPatching = useMay('canViewPatching');
  return (
    <section className={s['section']} aria-labelledby="approvals">
      <div className={s['sectionHead']}>
        <h2 id="approvals">Approvals</h2>
      </div>
      <div className={cx('card', s['card'])}>
        {isPatching ? (
          <>
            {!mayChange && <LookOnlyNote />}
            {children}
            <p className="muted">
              What waits for a second person stands under <Link to="/patching/approvals">Approvals</Link>, in Changes.
            </p>
          </>
        ) : (
          <p className="muted">Patching is off on this site, so there is nothing to approve.</p>
        )}
      </div>
    </section>
  );
}
