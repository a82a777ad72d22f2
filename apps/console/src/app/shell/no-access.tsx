import { errorTexts } from '@patchkeep/contract/errors';
import { type PagePath, pages } from '@patchkeep/rules/pages';
import { moduleInTheWay } from '@patchkeep/rules/permissions';
import Lock from 'lucide-react/icons/lock';
import PowerOff from 'lucide-react/icons/power-off';
import { useSession } from '../../lib/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

/** What a site does without a module, and the operator's switch for it. */
const modules = {
  isDetectionModuleEnabled: ['Detection', 'Its hosts keep reporting, and nothing of them is shown here.', 'detection'],
  isPatchingEnabled: ['Patching', 'Hosts of this site are looked at and get no updates.', 'patching'],
  isPatchProModuleEnabled: ['PatchPro', 'Nothing is published from this site.', 'patchpro'],
} as const;

/** In place of a page the user may not read; the address itself is no secret. */
export function NoAccess({ page }: { page: PagePath }) {
  const subject = useSession((session) => session.subject);
  const siteName = useSession((session) => session.handshake?.currentSite?.siteName ?? '');
  // The page is closed to everybody, because the site does without the module it belongs to.
  const off = subject === null ? undefined : moduleInTheWay(pages[page].right, subject);
  const [name, effect, option] = off === undefined ? [] : modules[off];
  return (
    <>
      <h1 tabIndex={-1}>{pages[page].title}</h1>
      {name === undefined ? (
        <EmptyState icon={Lock} title="Permission denied">
          {errorTexts.permissionDenied}
        </EmptyState>
      ) : (
        <EmptyState icon={PowerOff} title={`${name} is off for this site`}>
          {effect} Whoever runs the server turns it on with{' '}
          <code>{`bin/patchkeep customer set --site "${siteName}" --${option} on`}</code>.
        </EmptyState>
      )}
    </>
  );
}
