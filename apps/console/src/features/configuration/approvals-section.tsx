import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { useMay } from '../../lib/use-may.ts';
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
      <div className={s['card']}>
        {isPatching ? (
          <>
            {!mayChange && (
              <Banner tone="info">You may look at these settings. Changing them needs write access.</Banner>
            )}
            {children}
            <p className={s['muted']}>
              What waits for a second person stands under <Link to="/patching/approvals">Approvals</Link>, in Changes.
            </p>
          </>
        ) : (
          <p className={s['muted']}>Patching is off on this site, so there is nothing to approve.</p>
        )}
      </div>
    </section>
  );
}
