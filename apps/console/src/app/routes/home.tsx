import { navigation } from '@patchkeep/rules/navigation';
import { homeTitle } from '@patchkeep/rules/pages';
import { roleLabel } from '@patchkeep/rules/permissions';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../lib/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { NavigationIcon } from '../shell/navigation-icon.tsx';
import { whatComes } from './what-comes.ts';
import s from './routes.module.css';

/** The start: which site this is, as whom, and where one can go. */
export function HomePage() {
  const handshake = useSession((session) => session.handshake);
  const subject = useSession((session) => session.subject);
  if (!handshake || !subject) return null;
  const { currentSite, customerSettings } = handshake;
  const entries = navigation(subject).flatMap(({ items }) => items);
  const facts = [
    ['Site', currentSite?.siteName ?? 'None'],
    ['Your role', roleLabel(subject.isSystemAdmin, subject.sitePermissions)],
    ['Active hosts', formatNumber(handshake.activeAgentCount)],
    ['Host licences', formatNumber(customerSettings.hostLicenseCount)],
  ] as const;
  return (
    <>
      <h1 tabIndex={-1}>{homeTitle}</h1>
      <dl className={s['facts']}>
        {facts.map(([name, value]) => (
          <div key={name} className={s['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {entries.length === 0 && (
        <EmptyState title="Nothing to open here">
          No module of this site is open to you. Ask an administrator of the site for access.
        </EmptyState>
      )}
      <ul className={s['screens']}>
        {entries.map(({ path, label }) => (
          <li key={path}>
            <Link to={path} className={s['screen']}>
              <NavigationIcon path={path} size={20} />
              <span className={s['screenName']}>{label}</span>
              <span className={s['screenText']}>{whatComes[path]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
