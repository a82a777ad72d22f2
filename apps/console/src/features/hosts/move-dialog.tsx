import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupOptions } from '../../domain/host-filter-fields.ts';
import { groupsQuery } from '../../lib/site.queries.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { formatCount } from '../../ui/format.ts';
import { type Chosen, chosenCount, type HostActs } from './use-host-acts.ts';

const noGroup = 'none';

export function MoveDialog({ chosen, acts, onClose }: { chosen: Chosen; acts: HostActs; onClose: () => void }) {
  const groups = useQuery(groupsQuery);
  const [target, setTarget] = useState<string | null>(null);
  const options = [{ value: noGroup, label: 'No group' }, ...groupOptions(groups.data ?? [])];
  const countText = formatCount(chosenCount(chosen), 'host');
  const move = () => {
    const name = options.find(({ value }) => value === target)?.label;
    if (target === null || name === undefined) return;
    acts.move(chosen, target === noGroup ? null : target, target === noGroup ? 'no group' : name);
  };
  return (
    <ActDialog
      title={`Move ${countText}`}
      onClose={onClose}
      verb={`Move ${countText}`}
      onAct={move}
      isDisabled={target === null}
      isPending={acts.isPending}
    >
      <Select
        label="To group"
        description="A host is in one group, or in none. Its tags stay."
        options={options}
        value={target}
        onChange={setTarget}
      />
    </ActDialog>
  );
}
