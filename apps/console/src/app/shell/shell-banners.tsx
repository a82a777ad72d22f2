import type { PagePath } from '@patchkeep/rules/pages';
import { useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { deferred } from '../../lib/deferred.tsx';
import { useSession } from '../../lib/use-stores.ts';
import { Banner } from '../../ui/banner.tsx';
import s from './shell.module.css';

const StaleFeedBanner = deferred(async () => (await import('./banners/stale-feed-banner.tsx')).StaleFeedBanner);
const LicenceBanner = deferred(async () => (await import('./banners/licence-banner.tsx')).LicenceBanner);
const GuestBanner = deferred(async () => (await import('./guest-banner.tsx')).GuestBanner);
const showsCounts = (page: PagePath | undefined): boolean =>
  page !== undefined &&
  /^\/(dashboard|system-dashboard|applications|groups\/applications|tags\/applications|hosts\/host-results|vulnerabilities|win-updates)/.test(
    page,
  );

/** What concerns the whole console: the trial, the licences, feeds that were not read. */
export function ShellBanners() {
  const handshake = useSession((session) => session.handshake);
  const [isTrialHidden, setTrialHidden] = useState(false);
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  if (!handshake) return null;
  const { isTrialModeEnabled } = handshake.customerSettings;
  return (
    <div className={s['banners']}>
      {handshake.guestOf !== null && <GuestBanner />}
      {handshake.isSystemAdmin && <LicenceBanner />}
      {showsCounts(page) && <StaleFeedBanner />}
      {isTrialModeEnabled && !isTrialHidden && (
        <Banner tone="info" word="Trial" onDismiss={() => setTrialHidden(true)}>
          Everything is included and nothing that protects a host is held back.{' '}
          {handshake.isSystemAdmin
            ? 'You end the trial in Sites → Settings for all sites.'
            : 'A system administrator ends the trial.'}
        </Banner>
      )}
    </div>
  );
}
