import { type MenuEntry, userMenu } from '@patchkeep/rules/user-menu';
import type { LucideIcon } from 'lucide-react';
import Building2 from 'lucide-react/icons/building-2';
import Handshake from 'lucide-react/icons/handshake';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import LogOut from 'lucide-react/icons/log-out';
import Newspaper from 'lucide-react/icons/newspaper';
import ScrollText from 'lucide-react/icons/scroll-text';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserCog from 'lucide-react/icons/user-cog';
import { useSession } from '../../lib/use-stores.ts';
import { MenuButton, MenuItem, MenuSection } from '../../ui/menu.tsx';
import { initials } from './initials.ts';
import { type StaticPath, useHref } from './page-links.ts';
import s from './header.module.css';

const icons: Record<MenuEntry['id'], LucideIcon> = {
  sites: Building2,
  customers: Handshake,
  'system-dashboard': LayoutDashboard,
  'system-approvals': ShieldCheck,
  'system-activity': ScrollText,
  support: LifeBuoy,
  changelog: Newspaper,
  account: UserCog,
  logout: LogOut,
};

/** System, account and logout, as the rules list them. */
export function UserMenuButton() {
  const subject = useSession((session) => session.subject);
  const sites = useSession((session) => session.handshake?.sites);
  const mayEnterCustomers = useSession((session) => session.handshake?.mayEnterCustomers);
  const username = useSession((session) => session.username);
  const href = useHref();
  if (!subject || !sites) return null;
  const menu = userMenu(subject, sites, mayEnterCustomers);
  const sections = [
    { title: 'System', entries: menu.system },
    { title: username, entries: menu.account },
    { title: undefined, entries: menu.logout },
  ];
  return (
    <MenuButton
      label={`User menu of ${username}`}
      face={
        // Drawn by the style sheet: a picture of the name, not a part of it.
        <span className={s['avatar']} data-initials={initials(username)} />
      }
      variant="quiet"
      placement="bottom end"
    >
      {sections.map(({ title, entries }) => (
        <MenuSection key={title ?? 'Logout'} {...(title === undefined ? { 'aria-label': 'Logout' } : { title })}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              icon={icons[entry.id]}
              href={href(entry.path as StaticPath | '/logout', entry.search)}
            >
              {entry.label}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
    </MenuButton>
  );
}
