import type { WindowsUpdate } from '@patchkeep/contract/windows-updates';
import { Link } from '@tanstack/react-router';
import { ExploitedBadge } from '../../domain/vulnerability-badge.tsx';
import { restartText } from '../../domain/windows-update-columns.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { SidePanel } from '../../ui/side-panel.tsx';

/** One Windows update beside the list. */
export function UpdatePanel({ update, onClose }: { update: WindowsUpdate; onClose: () => void }) {
  return (
    <SidePanel
      title={update.kbArticle}
      lead={update.exploitedIssues > 0 && <ExploitedBadge count={update.exploitedIssues} />}
      isOpen
      onClose={onClose}
      actions={
        <Link to="/win-updates/hosts" search={{ kbArticle: update.kbArticle }} className={buttonClass('primary')}>
          Open {formatCount(update.hostsMissing + update.hostsPending, 'host')}
        </Link>
      }
    >
      <Facts
        facts={[
          { term: 'Title', detail: update.title },
          { term: 'Classification', detail: update.classification || 'Not known' },
          { term: 'Severity', detail: update.severity || 'Not rated' },
          { term: 'Released', detail: update.released ?? 'Not known' },
          { term: 'Restart', detail: restartText(update.isRestartRequired) },
          { term: 'Fixes', detail: formatCount(update.issues, 'CVE') },
          { term: 'Hosts missing it', detail: formatNumber(update.hostsMissing) },
          { term: 'Hosts pending', detail: formatNumber(update.hostsPending) },
          { term: 'Hosts with it', detail: formatNumber(update.hostsInstalled) },
          { term: 'Supersedes', detail: update.supersedes.join(', ') || 'None known' },
        ]}
      />
    </SidePanel>
  );
}
