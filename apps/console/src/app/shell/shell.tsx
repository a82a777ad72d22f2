import { product } from '@patchkeep/contract/product';
import { pages } from '@patchkeep/rules/pages';
import { mayCall } from '@patchkeep/rules/permissions';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePastDay } from '../../domain/past-day.ts';
import { preferences } from '../../lib/client.ts';
import { deferred } from '../../lib/deferred.tsx';
import { usePreferences, useSession } from '../../lib/use-stores.ts';
import { cx } from '../../ui/cx.ts';
import { watchFocus } from '../../ui/focus/focus-memory.ts';
import { RenderBoundary } from '../errors/render-boundary.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Header } from './header.tsx';
import { NavigationPanel } from './navigation-panel.tsx';
import { NoAccess } from './no-access.tsx';
import { typedAhead } from './palette/typed-ahead.ts';
import { PrintHead } from './print-head.tsx';
import { ShellBanners } from './shell-banners.tsx';
import { TaskTray } from './task-tray.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import { useShortcuts } from './use-shortcuts.ts';
import s from './shell.module.css';

const Drawer = deferred(() => import('./drawer.tsx').then(({ Drawer: component }) => component));
const WideActs = deferred(() => import('./wide-acts.tsx').then(({ WideActs: component }) => component));
const Palette = deferred(() => import('./palette/palette.tsx').then(({ Palette: component }) => component));
const PastDayBanner = deferred(() => import('./past-day-banner.tsx').then(({ PastDayBanner: component }) => component));
const KeyboardHelp = deferred(() => import('./keyboard-help.tsx').then(({ KeyboardHelp: component }) => component));

type Layer = 'drawer' | 'palette' | 'help' | null;

/** Once the first screen is drawn and the browser has nothing to do. */
const whenIdle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 2_000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(run);
  return () => cancelIdleCallback(idle);
};

const skipToContent = () => {
  const content = document.getElementById('content');
  content?.focus();
  content?.scrollIntoView();
};

/** Header, navigation and footer around a page. */
export function Shell() {
  const [layer, setLayer] = useState<Layer>(null);
  const isRail = usePreferences((state) => state.isRail);
  const provider = useSession((session) => session.handshake?.provider ?? product.defaultProvider);
  const subject = useSession((session) => session.subject);
  const match = useMatches({ select: (matches) => matches.at(-1) });
  const page = match?.staticData.page;
  const isAllowed = page === undefined || mayCall(pages[page].right, subject);
  const close = () => setLayer(null);
  const openPalette = () => {
    if (layer !== 'palette') typedAhead.begin(performance.now());
    setLayer('palette');
  };
  useShortcuts({ palette: openPalette, help: () => setLayer('help') });
  useEffect(() => whenIdle(() => void Palette.preload()), []);
  const isPast = usePastDay() !== undefined;
  useFocusOnArrival();
  useEffect(watchFocus, []);
  return (
    <div className={cx(s['shell'], isRail && s['folded'])}>
      {/* The hash is the router's, so the link moves the focus itself. */}
      <a
        href="#content"
        className="skip-link"
        onClick={(event) => {
          event.preventDefault();
          skipToContent();
        }}
      >
        Skip to content
      </a>
      <Header onOpenDrawer={() => setLayer('drawer')} onOpenPalette={openPalette} onOpenHelp={() => setLayer('help')} />
      <div className={s['side']}>
        <NavigationPanel isRail={isRail} onFold={preferences.toggleRail} />
      </div>
      <div className={s['column']}>
        <PrintHead title={page && pages[page].title} />
        <ShellBanners />
        <main id="content" className={s['main']} tabIndex={-1}>
          <RenderBoundary resetKey={match?.pathname}>
            {page && <Breadcrumbs page={page} />}
            {isPast && <PastDayBanner page={page} />}
            {isAllowed ? <Outlet /> : <NoAccess page={page} />}
            <WideActs />
            {layer === 'drawer' && <Drawer onClose={close} />}
            {layer === 'palette' && <Palette onClose={close} onOpenHelp={() => setLayer('help')} />}
            {layer === 'help' && <KeyboardHelp onClose={close} />}
          </RenderBoundary>
        </main>
        <TaskTray />
        <footer className={s['footer']}>
          © {product.copyrightYears} {provider}
        </footer>
      </div>
    </div>
  );
}
