import { type Group, groups } from '@patchkeep/contract/groups';
import { InspectPreview } from '../../domain/inspect-preview.tsx';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';

/** Asks the hosts of a group, and of those below it, to inspect themselves. */
export function InspectGroupPreview({ group, onClose }: { group: Group; onClose: () => void }) {
  const inspect = useAct(
    (id: string) => call(groups.inspect, { params: { id } }, { operation: { verb: 'request', thing: 'inspections' } }),
    { touches: ['host'] },
  );
  return (
    <InspectPreview
      name={group.title}
      hosts={group.totalHostCount}
      hostsDetail="in this group and the groups below it"
      isPending={inspect.isPending}
      onInspect={(onSuccess) => inspect.mutate(group.uuid, { onSuccess })}
      onClose={onClose}
    />
  );
}
