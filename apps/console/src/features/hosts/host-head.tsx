import type { HostInfo } from '@patchkeep/contract/hosts';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { agentSettingsQuery, tagsQuery } from '../../lib/site.queries.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { MenuButton, MenuItem } from '../../ui/menu.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useNow } from '../../ui/use-now.ts';
import { actText, type HostAct } from './host-acts.ts';
import { neighboursOf } from './host-order.ts';
import { HostStateBadge } from './host-state-badge.tsx';
import { nextInspection } from './next-inspection.ts';
import { noRootText } from './no-root-text.ts';
import s from './hosts.module.css';

/** What can be done with a host as it is now; the first is the button. */
const actsOfState: Record<HostInfo['state'], readonly [HostAct, ...HostAct[]]> = {
  active: ['inspect', 'disable', 'trash'],
  dormant: ['inspect', 'disable', 'trash'],
  disabled: ['enable', 'trash'],
  pending: ['accept', 'trash'],
  quarantined: ['accept', 'trash'],
  trash: ['restore'],
};

interface NeighbourProps {
  label: string;
  icon: LucideIcon;
  shortcut: string;
  hostUuid: string | undefined;
}

/** To the host that stands beside this one in the list it was opened from; the tab stays. */
function Neighbour({ label, icon: Icon, shortcut, hostUuid }: NeighbourProps) {
  if (hostUuid === undefined) return null;
  return (
    <Link
      to="/hosts/host-results"
      search={(now) => ({ ...now, hostUuid })}
      className={buttonClass('plain', 'medium', true)}
      aria-label={label}
      title={`${label} (${shortcut})`}
      data-key={shortcut}
    >
      <Icon size={16} aria-hidden />
    </Link>
  );
}

export interface HostHeadProps {
  host: HostInfo;
  /** Badges beside the name, after its state. */
  lead: ReactNode;
  /** A button of another part of the console. */
  action: ReactNode;
  /** Absent for those who may only look. */
  onAct: ((act: HostAct | 'move') => void) | undefined;
  isActing: boolean;
}

export function HostHead({ host, lead, action, onAct, isActing }: HostHeadProps) {
  const settings = useQuery(agentSettingsQuery).data;
  const tags = useQuery(tagsQuery).data;
  const now = useNow();
  const next = settings && nextInspection(settings, host.timeZone, now);
  const [first, ...more] = actsOfState[host.state];
  const neighbours = neighboursOf(host.uuid);
  const isAtWork = host.state === 'active' || host.state === 'dormant';
  return (
    <PageHead
      title={pages['/hosts/host-results'].title}
      name={host.hostName}
      lead={
        <span className={s['tags']}>
          {lead}
          {host.state !== 'active' && <HostStateBadge state={host.state} />}
        </span>
      }
      actions={
        <>
          <Neighbour label="Previous host" icon={ChevronLeft} shortcut="[" hostUuid={neighbours.previous} />
          <Neighbour label="Next host" icon={ChevronRight} shortcut="]" hostUuid={neighbours.next} />
          {onAct && (
            <>
              <Button
                variant="primary"
                isPending={isActing}
                data-act={`${first} ${host.uuid}`}
                onPress={() => onAct(first)}
              >
                {actText[first].label}
              </Button>
              {action}
              <MenuButton label="More" placement="bottom end">
                <MenuItem id="move" onAction={() => onAct('move')}>
                  Move to group...
                </MenuItem>
                {more.map((act) => (
                  <MenuItem key={act} id={act} tone={act === 'trash' ? 'danger' : 'plain'} onAction={() => onAct(act)}>
                    {actText[act].label}
                  </MenuItem>
                ))}
              </MenuButton>
            </>
          )}
        </>
      }
    >
      <span>
        {host.groupUuid === null ? (
          'No group'
        ) : (
          <>
            Group{' '}
            <Link to="/groups/hosts" search={{ groupUuid: host.groupUuid }}>
              {host.groupName}
            </Link>
          </>
        )}
      </span>
      {host.tagUuids.length > 0 && (
        <span className={s['tags']}>
          {host.tagUuids.map((id) => (
            <span key={id} className={s['tag']}>
              {tags?.find(({ tagUuid }) => tagUuid === id)?.tagName ?? '…'}
            </span>
          ))}
        </span>
      )}
      <span>Last seen {host.lastSeen === null ? 'never' : <RelativeTime at={host.lastSeen} isAbsoluteShown />}</span>
      {isAtWork && (
        <span>Next inspection {host.havePendingInspection ? 'at its next check-in' : (next ?? 'unknown')}</span>
      )}
      <span>Agent {host.version}</span>
      {isAtWork && !host.hasRoot && <span className={s['warning']}>{noRootText}</span>}
    </PageHead>
  );
}
