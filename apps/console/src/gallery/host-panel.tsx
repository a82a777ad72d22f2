import { StatusBadge } from '../domain/product-badges.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { SidePanel } from '../ui/side-panel.tsx';
import type { SampleHost } from './sample-hosts.ts';
import g from './gallery.module.css';

export function HostPanel({ host, onClose }: { host: SampleHost | null; onClose: () => void }) {
  if (!host) return null;
  return (
    <SidePanel
      title={host.name}
      lead={<StatusBadge status={host.status} count={host.problems} />}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="primary">Inspect & update</Button>
          <LinkButton href={`#host-${host.id}`}>Open page</LinkButton>
        </>
      }
    >
      <dl className={g['facts']}>
        <dt>Group</dt>
        <dd>{host.group}</dd>
        <dt>Operating system</dt>
        <dd>{host.os}</dd>
        <dt>Last seen</dt>
        <dd>
          <RelativeTime at={host.lastSeen} timeZone="Europe/Copenhagen" isAbsoluteShown />
        </dd>
        <dt>Restart</dt>
        <dd>{host.restart || 'Not needed'}</dd>
      </dl>
    </SidePanel>
  );
}
