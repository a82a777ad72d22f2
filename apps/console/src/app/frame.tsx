import { pages } from '@patchkeep/rules/pages';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useExceptions, useSession } from '../lib/use-stores.ts';
import { Toaster } from '../ui/notify.tsx';
import { FullScreenError } from './errors/full-screen-error.tsx';
import { lazyPart } from './lazy-page.ts';
import { OtherSite } from './shell/other-site.tsx';
import { WaitingOverlay } from './shell/waiting-overlay.tsx';

// Dialogs weigh more than the frame. It is fetched once the first page stands: a server that is gone cannot be asked.
const ExceptionDialog = lazyPart(() => import('./errors/exception-dialog.tsx'), 'ExceptionDialog');

/** Around every route: nothing is drawn before the session stands, and nothing beside a full-screen error. */
export function Frame() {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const tabName = useSession((session) => session.tabName);
  const fullScreen = useExceptions((state) => state.fullScreen);
  const hasException = useExceptions((state) => state.showExceptionModal);
  const site = useSession((session) => session.handshake?.currentSite);
  const siteCount = useSession((session) => session.handshake?.sites.length ?? 0);
  const pageTitle = useTitleOfPage();
  // Whoever has many tabs open finds the one of a page and a site by its name.
  const siteName = siteCount > 1 ? site?.siteName : undefined;
  useEffect(() => {
    document.title = [pageTitle, siteName, tabName].filter((part) => part !== undefined).join(' - ');
  }, [pageTitle, siteName, tabName]);
  useEffect(() => {
    if (isLoggedIn) void ExceptionDialog.preload();
  }, [isLoggedIn]);
  if (fullScreen) return <FullScreenError kind={fullScreen} />;
  return (
    <>
      {!isLoggedIn && <WaitingOverlay />}
      {isLoggedIn && (site === null && siteCount > 0 ? <OtherSite /> : <Outlet key={site?.siteAccountUuid} />)}
      {hasException && <ExceptionDialog />}
      <Toaster />
    </>
  );
}

const useTitleOfPage = () =>
  useMatches({
    select: (matches) => {
      const page = matches.at(-1)?.staticData.page;
      return page && pages[page].title;
    },
  });
