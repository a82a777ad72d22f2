import { landing } from '@patchkeep/rules/pages';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { SitesScreen } from '../../features/sites/sites-screen.tsx';
import { sessionStore, siteOfTab } from '../../lib/client.ts';
import { useSwitchSite } from '../shell/use-switch-site.ts';

export function SitesPage() {
  const navigate = useNavigate();
  const switchSite = useSwitchSite();
  const openSite = useCallback(
    (siteAccountUuid: string) =>
      siteAccountUuid === siteOfTab()
        ? void navigate({ to: landing(sessionStore.get()), search: {} })
        : switchSite(siteAccountUuid, '/dashboard'),
    [navigate, switchSite],
  );
  return <SitesScreen onOpen={openSite} />;
}
