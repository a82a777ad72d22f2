import { type Group, groups } from '@patchkeep/contract/groups';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';

/** Asks the hosts of a group, and of those below it, to inspect themselves. */
export function InspectGroupPreview({ group, onClose }: { group: Group; onClose: () => void }) {
  const inspect = useAct(
    (id: string) => call(groups.inspect, { params: { id } }, { operation: { verb: 'request', thing: 'inspections' } }),
    { touches: ['host'] },
  );
  return (
    <PreviewPanel
      title={`Inspect & update "${group.title}"`}
      tier={1}
      isOpen
      hasReason={false}
      isPending={inspect.isPending}
      verb="Inspect up to"
      affected={group.totalHostCount}
      affectedDetail="in this group and the groups below it"
      facts={[
        { term: 'What happens', detail: 'Each host inspects itself at its next contact, and jobs that wait begin.' },
        { term: 'Left out', detail: 'Hosts that are disabled, dormant, waiting or in the trash.' },
      ]}
      onCancel={onClose}
      onConfirm={() =>
        inspect.mutate(group.uuid, {
          onSuccess: ({ count }) => {
            onClose();
            notify({ tone: 'success', text: `Inspection requested on ${formatCount(count, 'host')}.` });
          },
        })
      }
    />
  );
}
