import { landing } from '@patchkeep/rules/pages';
import { withSite } from '@patchkeep/rules/site-address';
import Building2 from 'lucide-react/icons/building-2';
import { siteOfTab } from '../../lib/client.ts';
import { useSession } from '../../lib/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import s from './shell.module.css';

const shownAtMost = 12;

/** In place of everything where the address names a site that the user may not enter, or that is gone. */
export function OtherSite() {
  const sites = useSession((session) => session.handshake?.sites ?? []);
  const start = useSession((session) => session.handshake?.defaultSiteAccountUuid);
  const page = useSession(landing);
  // The site on which the user begins comes first; the others keep the order of their names.
  const offered = sites.toSorted((a, b) => Number(b.siteAccountUuid === start) - Number(a.siteAccountUuid === start));
  return (
    <main id="content" className={s['main']}>
      <h1 tabIndex={-1}>Site not available</h1>
      <EmptyState icon={Building2} title="You cannot open the site that this link names">
        <p>
          It was deleted, or your account has no right in it. Ask whoever sent the link, or an administrator of that
          site (id {siteOfTab()}). You can open:
        </p>
        <ul className={s['offered']}>
          {offered.slice(0, shownAtMost).map(({ siteAccountUuid, siteName }) => (
            <li key={siteAccountUuid}>
              <a href={`#${withSite(page, siteAccountUuid)}`}>{siteName}</a>
            </li>
          ))}
        </ul>
      </EmptyState>
    </main>
  );
}
