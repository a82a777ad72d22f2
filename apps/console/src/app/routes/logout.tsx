import { useEffect, useRef } from 'react';
import { drafts, logout } from '../../lib/client.ts';
import { WaitingOverlay } from '../shell/waiting-overlay.tsx';

/** Opening this address is the logout; it ends at the login page. */
export function LogoutPage() {
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    drafts.forget();
    void logout();
  }, []);
  return <WaitingOverlay />;
}
