import type { Application } from '@patchkeep/contract/applications';
import { Link } from '@tanstack/react-router';
import { SplitBar } from '../../domain/split-bar.tsx';
import { ExploitedBadge, VulnerabilityBadge } from '../../domain/vulnerability-badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount, formatNumber, formatPercent } from '../../ui/format.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { hostsLinkOf } from './application-columns.tsx';
import type { Within } from './applications.queries.ts';

interface ApplicationPanelProps {
  application: Application;
  within: Within;
  onClose: () => void;
}

/** One application beside the list. */
export function ApplicationPanel({ application, within, onClose }: ApplicationPanelProps) {
  const { applicationId, exploitedHosts, split } = application;
  const hasIssues = split.insecure + split.zeroday + split.ignored > 0;
  return (
    <SidePanel
      title={application.name}
      lead={
        <>
          <VulnerabilityBadge status={application.status} />{' '}
          {exploitedHosts > 0 && <ExploitedBadge count={exploitedHosts} />}
        </>
      }
      isOpen
      onClose={onClose}
      actions={
        <>
          <Link to="/applications/versions" search={{ applicationId }} className={buttonClass('primary')}>
            Versions
          </Link>
          <Link to="/applications/hosts" search={hostsLinkOf(applicationId, within)} className={buttonClass()}>
            Hosts
          </Link>
          <Link to="/applications/versions/issues" search={{ applicationId }} className={buttonClass()}>
            Issues
          </Link>
        </>
      }
    >
      <Facts
        facts={[
          { term: 'Hosts by status', detail: <SplitBar split={split} /> },
          { term: 'Vendor', detail: application.publisher || 'Not reported' },
          { term: 'Hosts', detail: formatNumber(application.hosts) },
          { term: 'Versions', detail: formatNumber(application.versions) },
          { term: 'Installations', detail: formatNumber(application.installations) },
          {
            term: 'Fix available',
            detail: hasIssues ? `For ${formatCount(application.fixableHosts, 'host')}` : 'Nothing to fix',
          },
          {
            term: 'Highest EPSS',
            detail: application.highestEpss === null ? 'Not scored' : formatPercent(application.highestEpss),
          },
          { term: 'Channel', detail: application.channelTag ?? 'Unknown: no feed can be matched to it' },
        ]}
      />
    </SidePanel>
  );
}
