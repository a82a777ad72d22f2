import type { Host } from '@patchkeep/contract/hosts';
import { Link } from '@tanstack/react-router';
import { SplitBar } from '../../domain/split-bar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { actsOf, actText, type HostAct } from './host-acts.ts';
import { HostStateBadge } from './host-state-badge.tsx';
import { noRootText } from './no-root-text.ts';

export interface HostPanelProps {
  host: Host;
  tagNames: ReadonlyMap<string, string>;
  /** Absent for those who may only look. */
  onAct: ((act: HostAct) => void) | undefined;
  onClose: () => void;
}

/** One host beside the list. */
export function HostPanel({ host, tagNames, onAct, onClose }: HostPanelProps) {
  const time = (at: string | null) => (at === null ? 'Never' : <RelativeTime at={at} isAbsoluteShown />);
  const isHeld = host.state === 'quarantined' || host.state === 'pending';
  const view = host.state === 'quarantined' ? 'pending' : host.state;
  const [act] = isHeld ? (['accept'] as const) : actsOf[view].first;
  return (
    <SidePanel
      title={host.hostName}
      lead={<HostStateBadge state={host.state} />}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Link to="/hosts/host-results" search={{ hostUuid: host.uuid }} className={buttonClass('primary')}>
            Open page
          </Link>
          {onAct && act && <Button onPress={() => onAct(act)}>{actText[act].label}</Button>}
        </>
      }
    >
      <Facts
        facts={[
          {
            term: 'Applications',
            detail: host.counts ? <SplitBar split={host.counts.split} /> : 'Not counted yet',
          },
          { term: 'Group', detail: host.groupName ?? 'None' },
          { term: 'Tags', detail: host.tagUuids.flatMap((id) => tagNames.get(id) ?? []).join(', ') || 'None' },
          { term: 'Operating system', detail: host.osName },
          { term: 'OS version', detail: host.osVersion || 'Not reported' },
          { term: 'Agent', detail: host.version },
          { term: 'Signed orders', detail: host.hasRoot ? 'Trusts a root of keys' : noRootText },
          { term: 'Last seen', detail: time(host.lastSeen) },
          { term: 'Last boot', detail: time(host.lastReportedBootTime) },
          { term: 'Inspection', detail: host.havePendingInspection ? 'Pending, at its next check-in' : 'None pending' },
          ...(host.state === 'trash'
            ? [{ term: 'Since in trash', detail: host.isSeenSinceTrash ? 'Its agent has called' : 'Not heard of' }]
            : []),
        ]}
      />
    </SidePanel>
  );
}
