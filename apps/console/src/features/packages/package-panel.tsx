import type { Answer } from '@patchkeep/contract/endpoint';
import type { PackageInfo, packages } from '@patchkeep/contract/packages';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../ui/banner.tsx';
import { Facts } from '../../ui/facts.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { AwaitedContent, SidePanel } from '../../ui/side-panel.tsx';
import { PackageEvidence } from './package-evidence.tsx';
import { PackageHolds } from './package-holds.tsx';
import { PackageStateBadge } from './package-state-badge.tsx';
import { variantOf } from './package-text.ts';
import { packageQuery } from './packages.queries.ts';
import s from './packages.module.css';

type FullInfo = Answer<typeof packages.find>;

/** One package beside the list: why it is not ready, and all that was found out about its file. */
export function PackagePanel({ info, onClose }: { info: PackageInfo; onClose: () => void }) {
  const query = useQuery(packageQuery(info.build));
  const { data } = query;
  return (
    <SidePanel
      title={`${info.name} ${info.version}`}
      lead={
        <span className={s['lead']}>
          <PackageStateBadge info={data ?? info} />
          {info.variant !== null && variantOf(info.variant)}
        </span>
      }
      isOpen
      onClose={onClose}
    >
      {data ? (
        <Details info={data} />
      ) : (
        <AwaitedContent query={query}>Unable to fetch the package. It may no longer be wanted.</AwaitedContent>
      )}
    </SidePanel>
  );
}

function Details({ info }: { info: FullInfo }) {
  return (
    <div className={s['stack']}>
      {info.state === 'ready' && !info.isAvailable && (
        <Banner tone="warning">
          {info.expires === null
            ? 'The server has not taken the file from the packager yet. Hosts cannot be given it.'
            : 'What was signed about the file has expired. Hosts cannot be given it until it is signed anew.'}
        </Banner>
      )}
      <PackageHolds info={info} />
      <Facts
        facts={[
          { term: 'Since', detail: <RelativeTime at={info.since} isAbsoluteShown /> },
          ...(info.retryAt === null
            ? []
            : [{ term: 'Tried again', detail: <RelativeTime at={info.retryAt} isAbsoluteShown /> }]),
          ...(info.expires === null
            ? []
            : [{ term: 'Statement expires', detail: <RelativeTime at={info.expires} isAbsoluteShown /> }]),
          { term: 'Build', detail: <code>{info.build}</code> },
        ]}
      />
      {info.evidence && <PackageEvidence evidence={info.evidence} />}
    </div>
  );
}
