import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../../ui/banner.tsx';
import { formatCount, formatNumber } from '../../../ui/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { ScopedTarget } from './ignore-draft.ts';
import { previewQuery } from './ignore-rules.queries.ts';
import s from './ignore-rules.module.css';

/** A rule about one CVE changes nothing that counts where another CVE remains. */
const effectOf = ({ installations, changedInstallations }: { installations: number; changedInstallations: number }) => {
  if (changedInstallations === 0)
    return `No status changes: ${installations === 1 ? 'it has' : 'all have'} other issues, which still count.`;
  if (changedInstallations === installations)
    return installations === 1 ? 'Its status changes.' : 'The status of all of them changes.';
  return `The status of ${formatNumber(changedInstallations)} changes; the others have other issues, which still count.`;
};

/** What a rule would touch, as the server counts it, before it is made. */
export function IgnorePreview({ scoped }: { scoped: ScopedTarget | undefined }) {
  const preview = useQuery(previewQuery(scoped));
  const { data } = preview;
  if (!scoped) return <p className="muted">What it touches shows here once it is said what and where.</p>;
  if (preview.isError) return <p className="muted">What it touches is not known: the server knows no such thing.</p>;
  if (!data) return <Spinner isBlock />;
  const more = data.hosts - data.sampleHosts.length;
  return (
    <section className={s['preview']} aria-label="What it touches" aria-busy={preview.isPlaceholderData}>
      <p>
        <span className={s['figure']}>{formatCount(data.hosts, 'host')}</span>{' '}
        <span className="muted">
          {data.hosts === 0
            ? 'Nothing there is counted as a problem because of it now.'
            : `${formatCount(data.installations, 'installation')} of ${formatCount(data.applications, 'application')}. ${effectOf(data)}`}
        </span>
      </p>
      {data.sampleHosts.length > 0 && (
        <ul className={s['samples']}>
          {data.sampleHosts.map(({ uuid, hostName }) => (
            <li key={uuid}>
              <Link to="/hosts/host-results" search={{ hostUuid: uuid }} target="_blank">
                {hostName}
              </Link>
            </li>
          ))}
          {more > 0 && <li className="muted">and {formatCount(more, 'other')}</li>}
        </ul>
      )}
      {data.duplicateOfUuid !== null && (
        <Banner tone="warning">
          A rule that is in force covers all of this already. This one would change nothing.
        </Banner>
      )}
    </section>
  );
}
