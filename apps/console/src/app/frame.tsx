import { pages } from '@patchkeep/rules/pages';
import { Outlet, useMatches } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useExceptions, useSession } from '../lib/use-stores.ts';
import { Toaster } from '../ui/notify.tsx';
import { FullScreenError } from './errors/full-screen-error.tsx';
import { lazyPart } from './lazy-page.ts';
import { WaitingOverlay } from './shell/waiting-overlay.tsx';

// Dialogs weigh more than the frame. It is fetched once the first page stands: a server that is gone cannot be asked.
const ExceptionDialog = lazyPart(() => import('./errors/exception-dialog.tsx'), 'ExceptionDialog');

/** Around every route: nothing is drawn before the session stands, and nothing beside a full-screen error. */
export function Frame() {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const tabName = useSession((session) => session.tabName);
  const fullScreen = useExceptions((state) => state.fullScreen);
  const hasException = useExceptions((state) => state.showExceptionModal);
  const pageTitle = useTitleOfNamedPage();
  useEffect(() => {
    document.title = pageTitle === undefined ? tabName : `${pageTitle} - ${tabName}`;
  }, [pageTitle, tabName]);
  useEffect(() => {
    if (isLoggedIn) void ExceptionDialog.preload();
  }, [isLoggedIn]);
  if (fullScreen) return <FullScreenError kind={fullScreen} />;
  return (
    <>
      {isLoggedIn ? <Outlet /> : <WaitingOverlay />}
      <Suspense>{hasException && <ExceptionDialog />}</Suspense>
      <Toaster />
    </>
  );
}

/** The title of a page that is headed by the name of one thing: there the browser tab has to say what page it is. */
const useTitleOfNamedPage = () =>
  useMatches({
    select: (matches) => {
      const page = matches.at(-1)?.staticData.page;
      return page === '/hosts/host-results' || page === '/applications/versions/issues/cve/$cveId'
        ? pages[page].title
        : undefined;
    },
  });
