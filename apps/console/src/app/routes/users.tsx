import { useSearch } from '@tanstack/react-router';
import { UsersScreen } from '../../features/users/users-screen.tsx';
import { useSession } from '../../lib/use-stores.ts';

/** The users of the site that the address names, or of the site of the tab. */
export function UsersPage() {
  const { siteUuid, siteName } = useSearch({ strict: false });
  const current = useSession(({ handshake }) => handshake?.currentSite);
  const site = siteUuid ?? current?.siteAccountUuid;
  const named = useSession(({ handshake }) => handshake?.sites.find(({ siteAccountUuid }) => siteAccountUuid === site));
  if (site === undefined) return null;
  return <UsersScreen key={site} siteUuid={site} siteName={named?.siteName ?? siteName ?? ''} />;
}
