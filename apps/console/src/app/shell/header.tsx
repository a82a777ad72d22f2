import Clock from 'lucide-react/icons/clock';
import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import Keyboard from 'lucide-react/icons/keyboard';
import Search from 'lucide-react/icons/search';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip } from '../../ui/tooltip.tsx';
import { cx } from '../../ui/cx.ts';
import { useHref } from './page-links.ts';
import { useNotices } from '../../lib/use-stores.ts';
import s from './header.module.css';
import { IgnoreRulePill } from './ignore-rule-pill.tsx';
import { ProductTitle } from './product-title.tsx';
import { SiteSwitcher } from './site-switcher.tsx';
import { UserMenuButton } from './user-menu.tsx';

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
  return (
    <header className={s['header']}>
      <div className={s['drawerButton']}>
        <IconButton icon={Menu} label="Open navigation" onPress={onOpenDrawer} />
      </div>
      <ProductTitle />
      <div className={s['site']}>
        <SiteSwitcher />
      </div>
      <button type="button" className={s['search']} onClick={onOpenPalette} aria-keyshortcuts="Control+K Meta+K">
        <Search size={16} aria-hidden />
        <span className={s['searchWords']}>Search pages, sites, commands</span>
        <kbd className={s['keys']} aria-hidden>
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      <div className={s['end']}>
        <RetryNotice />
        <IgnoreRulePill />
        <span className={s['zone']}>
          <Clock size={14} aria-hidden />
          <span className="visually-hidden">Times in </span>
          {timeZone}
        </span>
        <span className={s['help']}>
          <IconButton icon={Keyboard} label="Keyboard shortcuts" onPress={onOpenHelp} />
        </span>
        <UserMenuButton />
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
