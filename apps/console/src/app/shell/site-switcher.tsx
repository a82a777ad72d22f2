import { mayCall } from '@patchkeep/rules/permissions';
import { landing, pages } from '@patchkeep/rules/pages';
import { siteSwitcher } from '@patchkeep/rules/user-menu';
import { useRouter } from '@tanstack/react-router';
import Building2 from 'lucide-react/icons/building-2';
import { FilterMenuButton } from '../../ui/filter-menu.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { notify } from '../../ui/notify.tsx';
import { sessionStore, showFailure, switchSite } from '../../lib/client.ts';
import { useSession } from '../../lib/use-stores.ts';

/** Switches, then stays on the page if the new site has it and nothing asks for the dashboard. */
export const useSwitchSite = () => {
  const router = useRouter();
  return async (siteAccountUuid: string) => {
    try {
      await switchSite(siteAccountUuid);
    } catch (thrown) {
      return showFailure(thrown);
    }
    const session = sessionStore.get();
    const page = router.state.matches.at(-1)?.staticData.page;
    const isGone = page !== undefined && !mayCall(pages[page].right, session.subject);
    if (session.isSiteRedirect || isGone) await router.navigate({ to: landing(session), search: {} });
    notify({ tone: 'success', text: `Switched to ${session.handshake?.currentSite?.siteName ?? 'the site'}.` });
  };
};

export function SiteSwitcher() {
  const handshake = useSession((session) => session.handshake);
  const choose = useSwitchSite();
  const switcher = handshake && siteSwitcher(handshake.currentSite, handshake.sites);
  if (!switcher) return null;
  return (
    <FilterMenuButton
      label={switcher.label}
      filterLabel="Find a site"
      icon={Building2}
      onAction={(key) => void choose(String(key))}
    >
      {switcher.others.map((site) => (
        <MenuItem key={site.siteAccountUuid} id={site.siteAccountUuid} textValue={site.siteName}>
          {site.siteName}
        </MenuItem>
      ))}
    </FilterMenuButton>
  );
}
