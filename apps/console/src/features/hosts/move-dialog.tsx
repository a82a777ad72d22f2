import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { groupsQuery } from '../../lib/site.queries.ts';
import { groupOptions } from './group-options.ts';
import { type Chosen, chosenCount, type HostActs } from './use-host-acts.ts';

const noGroup = 'none';

export function MoveDialog({ chosen, acts, onClose }: { chosen: Chosen; acts: HostActs; onClose: () => void }) {
  const groups = useQuery(groupsQuery);
  const [target, setTarget] = useState<string | null>(null);
  const options = [{ value: noGroup, label: 'No group' }, ...groupOptions(groups.data ?? [])];
  const words = formatCount(chosenCount(chosen), 'host');
  const move = () => {
    const name = options.find(({ value }) => value === target)?.label;
    if (target === null || name === undefined) return;
    acts.move(chosen, target === noGroup ? null : target, target === noGroup ? 'no group' : name);
  };
  return (
    <Dialog
      title={`Move ${words}`}
      isOpen
      onClose={onClose}
      onSubmit={move}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={target === null} isPending={acts.isPending} onPress={move}>
            Move {words}
          </Button>
        </>
      }
    >
      <Select
        label="To group"
        description="A host is in one group, or in none. Its tags stay."
        options={options}
        value={target}
        onChange={setTarget}
      />
    </Dialog>
  );
}
