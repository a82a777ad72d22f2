import Building2 from 'lucide-react/icons/building-2';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Clock from 'lucide-react/icons/clock';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import { Focusable } from 'react-aria-components/Focusable';
import { deferred } from '../../lib/deferred.tsx';
import { useNotices, useSession } from '../../lib/use-stores.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { IgnoreRulePill } from './ignore-rule-pill.tsx';
import { initials } from './initials.ts';
import { useHref } from './page-links.ts';
import { ProductTitle } from './product-title.tsx';
import s from './header.module.css';
import k from './keys.module.css';

// Menus weigh more than the rest of the header; they come right after it, and until then a picture of each stands
// in their place so that nothing moves.
const SiteSwitcher = deferred(async () => (await import('./site-switcher.tsx')).SiteSwitcher);
const UserMenuButton = deferred(async () => (await import('./user-menu.tsx')).UserMenuButton);
const ChangeSetPill = deferred(async () => (await import('./change-set-pill.tsx')).ChangeSetPill);

function SiteSwitcherPicture() {
  const handshake = useSession((session) => session.handshake);
  if (!handshake || (handshake.sites.length < 2 && !handshake.mayEnterCustomers)) return null;
  return (
    <span className={buttonClass()} aria-hidden>
      <Building2 size={16} />
      {handshake.currentSite?.siteName}
      <ChevronDown size={14} />
    </span>
  );
}

function UserMenuPicture() {
  const username = useSession((session) => session.username);
  return (
    <span className={buttonClass('quiet')} aria-hidden>
      <span className={s['avatar']} data-initials={initials(username)} />
      <ChevronDown size={14} />
    </span>
  );
}

interface HeaderProps {
  onOpenDrawer: () => void;
  onOpenPalette: () => void;
  onOpenHelp: () => void;
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function RetryNotice() {
  const retry = useNotices((notices) => notices.retry);
  return (
    <output className={s['retry']}>{retry && `The server is busy: retrying ${retry.attempt} of ${retry.of}`}</output>
  );
}

export function Header({ onOpenDrawer, onOpenPalette, onOpenHelp }: HeaderProps) {
  const href = useHref();
  const isDetecting = useSession((session) => session.canViewResults);
  return (
    <header className={s['header']}>
      <div className={s['drawerButton']}>
        <IconButton icon={Menu} label="Open navigation" onPress={onOpenDrawer} />
      </div>
      <ProductTitle />
      <div className={s['site']}>
        <SiteSwitcher placeholder={<SiteSwitcherPicture />} />
      </div>
      <button type="button" className={s['search']} onClick={onOpenPalette} aria-keyshortcuts="Control+K Meta+K">
        <Search size={16} aria-hidden />
        <span className={s['searchText']}>{isDetecting ? 'Search hosts, apps, CVEs' : 'Search pages'}</span>
        <kbd className={cx(k['keys'], s['keys'])} aria-hidden>
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      <div className={s['end']}>
        <RetryNotice />
        <ChangeSetPill />
        <IgnoreRulePill />
        <span className={s['zone']}>
          <Clock size={14} aria-hidden />
          <span className="visually-hidden">Times in </span>
          {timeZone}
        </span>
        <span className={s['help']}>
          <IconButton icon={Keyboard} label="Keyboard shortcuts" onPress={onOpenHelp} />
        </span>
        <UserMenuButton placeholder={<UserMenuPicture />} />
        <Tooltip text="Logout" placement="bottom">
          <Focusable>
            <a href={href('/logout')} className={cx(buttonClass('quiet'), s['logout'])} aria-label="Logout">
              <LogOut size={16} aria-hidden />
              <span className={s['logoutWord']}>Logout</span>
            </a>
          </Focusable>
        </Tooltip>
      </div>
    </header>
  );
}
