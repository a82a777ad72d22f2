import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Toaster } from '../ui/notify.tsx';
import { useExceptions, useSession } from '../lib/use-stores.ts';
import { ExceptionDialog } from './errors/exception-dialog.tsx';
import { FullScreenError } from './errors/full-screen-error.tsx';
import { WaitingOverlay } from './shell/waiting-overlay.tsx';

/** Around every route: nothing is drawn before the session stands, and nothing beside a full-screen error. */
export function Frame() {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const tabName = useSession((session) => session.tabName);
  const fullScreen = useExceptions((state) => state.fullScreen);
  useEffect(() => {
    document.title = tabName;
  }, [tabName]);
  if (fullScreen) return <FullScreenError kind={fullScreen} />;
  return (
    <>
      {isLoggedIn ? <Outlet /> : <WaitingOverlay />}
      <ExceptionDialog />
      <Toaster />
    </>
  );
}
