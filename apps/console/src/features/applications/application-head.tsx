import type { Application } from '@patchkeep/contract/applications';
import { Link } from '@tanstack/react-router';
import PackageX from 'lucide-react/icons/package-x';
import type { ReactNode } from 'react';
import { SplitBar } from '../../domain/split-bar.tsx';
import { ExploitedBadge, VulnerabilityBadge } from '../../domain/vulnerability-badge.tsx';
import { asFailure } from '../../lib/failure.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyPage } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ViewCount, Views } from '../../ui/views.tsx';
import s from './applications.module.css';

export interface ApplicationHeadProps {
  title: string;
  application: Application | undefined;
  /** What of the application the page is about, such as one version. */
  part?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  current: 'versions' | 'hosts' | 'issues';
}

/** The top of every page about one application, and the way between them. */
export function ApplicationHead({ title, application, part, lead, actions, current }: ApplicationHeadProps) {
  return (
    <>
      <PageHead
        title={title}
        lead={
          application && (
            <>
              <strong>{application.name}</strong>
              {part} · {lead}
            </>
          )
        }
        actions={actions}
      >
        {application && (
          <>
            <VulnerabilityBadge status={application.status} />
            {application.exploitedHosts > 0 && <ExploitedBadge count={application.exploitedHosts} />}
            <span className={s['headSplit']}>
              <SplitBar split={application.split} />
            </span>
            <span>{application.publisher || 'Vendor not reported'}</span>
            {application.channelTag === null && <span>Unknown to the catalogue: only its name is known</span>}
          </>
        )}
      </PageHead>
      {application && <ApplicationViews application={application} current={current} />}
    </>
  );
}

interface ViewsProps {
  application: Application;
  current: ApplicationHeadProps['current'];
}

function ApplicationViews({ application, current }: ViewsProps) {
  const { applicationId } = application;
  const search = { applicationId };
  const here = (page: typeof current) => ({
    activeProps: {},
    // The page of issues stands below that of versions, but is another.
    activeOptions: { exact: true, includeSearch: false },
    'aria-current': page === current ? ('page' as const) : undefined,
  });
  return (
    <Views label="Views of the application">
      <li>
        <Link to="/applications/versions" search={search} {...here('versions')}>
          Versions <ViewCount count={application.versions} />
        </Link>
      </li>
      <li>
        <Link to="/applications/hosts" search={search} {...here('hosts')}>
          Hosts <ViewCount count={application.hosts} />
        </Link>
      </li>
      <li>
        <Link to="/applications/versions/issues" search={search} {...here('issues')}>
          Issues
        </Link>
      </li>
    </Views>
  );
}

/** The server knows nothing of what was asked for: never has, or no longer. */
export const isUnknown = (thrown: unknown): boolean => thrown !== null && asFailure(thrown).type === 404;

/** A page about an application without one in its address, or with one this site does not know. */
export function NoApplication({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyPage
      pageTitle={title}
      icon={PackageX}
      title="No application chosen"
      action={
        <Link to="/applications" className={buttonClass()}>
          Go to Applications
        </Link>
      }
    >
      {children}
    </EmptyPage>
  );
}
