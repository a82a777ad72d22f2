import { siteSwitcher } from '@patchkeep/rules/user-menu';
import Building2 from 'lucide-react/icons/building-2';
import { useSession } from '../../lib/use-stores.ts';
import { FilterMenuButton } from '../../ui/filter-menu.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { useSwitchSite } from './use-switch-site.ts';

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
      onAction={(key) => choose(String(key))}
    >
      {switcher.others.map((site) => (
        <MenuItem key={site.siteAccountUuid} id={site.siteAccountUuid} textValue={site.siteName}>
          {site.siteName}
        </MenuItem>
      ))}
    </FilterMenuButton>
  );
}
