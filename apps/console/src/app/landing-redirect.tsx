import { landing } from '@patchkeep/rules/pages';
import { Navigate } from '@tanstack/react-router';
import { isDetached } from '../lib/client.ts';
import { useSession } from '../lib/use-stores.ts';

/** Where an address leads that no page answers to. */
export function LandingRedirect() {
  const canViewResults = useSession((session) => session.canViewResults);
  const canViewPatchPro = useSession((session) => session.canViewPatchPro);
  const to = isDetached ? '/detached/dashboard' : landing({ canViewResults, canViewPatchPro });
  return <Navigate to={to} search={{}} replace />;
}
