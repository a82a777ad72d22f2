import { errorTexts } from '@patchkeep/contract/errors';
import { type PagePath, pages } from '@patchkeep/rules/pages';
import { can, mayCall, type Subject } from '@patchkeep/rules/permissions';
import Lock from 'lucide-react/icons/lock';
import PowerOff from 'lucide-react/icons/power-off';
import { useSession } from '../../lib/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The page is closed to everybody, because the site does without the module it belongs to. */
const isPatchingOff = (page: PagePath, subject: Subject | null): boolean =>
  subject !== null &&
  pages[page].right === 'canViewPatching' &&
  mayCall('canViewResults', subject) &&
  !can('canViewPatching', subject);

/** In place of a page the user may not read; the address itself is no secret. */
export function NoAccess({ page }: { page: PagePath }) {
  const subject = useSession((session) => session.subject);
  const siteName = useSession((session) => session.handshake?.currentSite?.siteName ?? '');
  return (
    <>
      <h1 tabIndex={-1}>{pages[page].title}</h1>
      {isPatchingOff(page, subject) ? (
        <EmptyState icon={PowerOff} title="Patching is off for this site">
          Hosts of this site are looked at and get no updates. Whoever runs the server turns it on with{' '}
          <code>{`bin/patchkeep customer set --site "${siteName}" --patching on`}</code>.
        </EmptyState>
      ) : (
        <EmptyState icon={Lock} title="Permission denied">
          {errorTexts.permissionDenied}
        </EmptyState>
      )}
    </>
  );
}
