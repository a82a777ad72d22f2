import type { Evidence } from '@patchkeep/contract/applications';
import { unableTo } from '@patchkeep/contract/operations';
import type { HostApplication, InstalledVersion } from '@patchkeep/contract/results';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ExploitedBadge,
  IgnoredBadge,
  JudgedBadge,
  notJudgedLabels,
  notJudgedRules,
} from '../../domain/vulnerability-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount, formatNumber, formatPercent } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useNow } from '../../ui/use-now.ts';
import { identifiedBy, recordText, sourceOf } from './evidence-text.ts';
import type { ResultActions } from './result-columns.tsx';
import { updateInfoQuery } from './results.queries.ts';
import s from './results.module.css';

const shownAtFirst = 4;

export interface EvidenceRowProps {
  application: HostApplication;
  hostUuid: string;
  actions: ResultActions | undefined;
}

/** Why do you say so? What was found on the host, and which words of which record make it what it is. */
export function EvidenceRow({ application, hostUuid, actions }: EvidenceRowProps) {
  return (
    <div className={s['evidence']}>
      {application.versions.map((version) => (
        <VersionEvidence key={version.versionId} version={version} application={application} hostUuid={hostUuid} />
      ))}
      {actions && (
        <div className={s['acts']}>
          {application.status !== 'ok' && (
            <Button size="small" onPress={() => actions.ignore(application)}>
              Ignore...
            </Button>
          )}
          {actions.report && (
            <Button size="small" onPress={() => actions.report?.(application)}>
              Report wrong detection...
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface VersionProps {
  version: InstalledVersion;
  application: HostApplication;
  hostUuid: string;
}

function VersionEvidence({ version, application, hostUuid }: VersionProps) {
  return (
    <section className={s['version']} aria-label={`${version.reportedName} ${version.version}`}>
      <div className={s['line']}>
        <strong>{version.reportedName}</strong> {version.version}
        {version.isIgnored ? <IgnoredBadge /> : <JudgedBadge status={version.status} notJudged={version.notJudged} />}
        {version.isExploited && <ExploitedBadge />}
        <span className="muted">{identifiedBy(version)}</span>
      </div>
      {version.worstIssues.length > 0 && <Marks version={version} application={application} />}
      <div className={s['halves']}>
        <div>
          <h2 className="caption">Found on this host</h2>
          <ul className={s['sightings']}>
            {version.sightings.map((sighting, index) => (
              <li key={index}>
                <Facts
                  facts={[
                    { term: 'Path', detail: <span className={s['path']}>{sighting.path ?? 'Not reported'}</span> },
                    { term: 'File version', detail: sighting.fileVersion ?? 'Not reported' },
                    {
                      term: sighting.source === 'msi' ? 'Product code' : 'Registry key',
                      detail: <span className={s['path']}>{sighting.productCode ?? 'None'}</span>,
                    },
                    { term: 'Seen in', detail: sourceOf(sighting.source) },
                    {
                      term: 'Installed for',
                      detail: sighting.scope === 'machine' ? 'All users' : (sighting.user ?? 'One user'),
                    },
                    { term: 'Detected', detail: <RelativeTime at={sighting.detected} isAbsoluteShown /> },
                  ]}
                />
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h2 className="caption">Why we say so</h2>
          {version.notJudged !== null && (
            <p className="muted">
              {notJudgedLabels[version.notJudged]}. {notJudgedRules[version.notJudged]}
            </p>
          )}
          {version.notJudged !== 'unknown' && <Reasons version={version} hostUuid={hostUuid} />}
        </div>
      </div>
    </section>
  );
}

/** The worst few of its CVEs; the rest is a page away. */
function Marks({ version, application }: Pick<VersionProps, 'version' | 'application'>) {
  const more = version.issues - version.worstIssues.length;
  return (
    <ul className={s['marks']}>
      {version.worstIssues.map((mark) => (
        <li key={mark.cveId}>
          <Link to="/applications/versions/issues/cve/$cveId" params={{ cveId: mark.cveId }}>
            {mark.cveId}
          </Link>
          {mark.isExploited && <ExploitedBadge />}
          {mark.isIgnored && <IgnoredBadge />}
          <span className="muted">
            {mark.isZeroDay && 'no fix on offer · '}
            {mark.cvss === null ? 'not scored yet' : `CVSS ${formatNumber(mark.cvss)}`}
            {mark.epss !== null && ` · EPSS ${formatPercent(mark.epss)}`}
          </span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link
            to="/applications/versions/issues"
            search={{ applicationId: application.applicationId, versionId: version.versionId }}
          >
            and {formatCount(more, 'other')}
          </Link>
        </li>
      )}
    </ul>
  );
}

function Reasons({ version, hostUuid }: Pick<VersionProps, 'version' | 'hostUuid'>) {
  const info = useQuery(updateInfoQuery(version.versionId, hostUuid));
  const now = useNow();
  if (info.isPending) return <Spinner isBlock />;
  if (!info.data)
    return (
      <p className="muted">
        {unableTo({ verb: 'fetch', thing: 'update info' })}{' '}
        <Button size="small" onPress={() => void info.refetch()}>
          Try again
        </Button>
      </p>
    );
  const { evidence, fixedVersion, recommendedVersion, resolved, remaining } = info.data;
  const isEnded = version.endOfLife !== null && version.endOfLife <= now.toISOString().slice(0, 10);
  const fix = [
    fixedVersion !== null && `First fixed in ${fixedVersion}.`,
    recommendedVersion !== null &&
      resolved.length > 0 &&
      `${recommendedVersion} fixes ${formatCount(resolved.length, 'CVE')}${remaining.length > 0 ? `, ${formatCount(remaining.length, 'stays', 'stay')}` : ''}.`,
  ].filter(Boolean);
  const order = version.worstIssues.map(({ cveId }) => cveId);
  const rank = ({ cveId }: Evidence) => (cveId !== null && order.includes(cveId) ? order.indexOf(cveId) : order.length);
  const sorted = evidence.toSorted((a, b) => rank(a) - rank(b));
  const rest = sorted.length - shownAtFirst;
  return (
    <>
      {fix.length > 0 && <p>{fix.join(' ')}</p>}
      {isEnded && <p>Its maker ended support on {version.endOfLife}.</p>}
      {evidence.length === 0 && !isEnded && version.notJudged === null && (
        <p className="muted">No record of any feed reaches this version.</p>
      )}
      <ol className={s['records']}>
        {sorted.slice(0, shownAtFirst).map((each, index) => (
          <Reason key={index} evidence={each} />
        ))}
      </ol>
      {rest > 0 && (
        <details className={s['rest']}>
          <summary>{formatCount(rest, 'other record')}</summary>
          <ol className={s['records']}>
            {sorted.slice(shownAtFirst).map((each, index) => (
              <Reason key={index} evidence={each} />
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function Reason({ evidence }: { evidence: Evidence }) {
  return (
    <li>
      <strong>{evidence.cveId ?? 'End of life'}</strong> {evidence.range}; this is {evidence.version}
      <span className="muted">
        {recordText(evidence)}, revision {formatNumber(evidence.feedRevision)}
        {evidence.detail !== '' && `: “${evidence.detail}”`}
      </span>
    </li>
  );
}
