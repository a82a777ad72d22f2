import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { tagsQuery } from '../../lib/site.queries.ts';
import s from './hosts.module.css';
import { type Held, heldBy, tagChange } from './tag-choice.ts';
import { type Chosen, chosenCount, type HostActs } from './use-host-acts.ts';

const heldWords: Record<Held, string> = {
  none: '',
  some: 'On some of them; stays as it is unless ticked',
  all: 'On all of them',
  unknown: 'Stays as it is unless ticked or unticked',
};

export function TagDialog({ chosen, acts, onClose }: { chosen: Chosen; acts: HostActs; onClose: () => void }) {
  const tags = useQuery(tagsQuery);
  const [touched, setTouched] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [typed, setTyped] = useState('');
  const { selection, known } = chosen;
  const seen = selection.kind === 'some' ? [...selection.ids].flatMap((id) => known.get(id) ?? []) : undefined;
  const held = (tag: string) => heldBy(seen?.length === chosenCount(chosen) ? seen : undefined, tag);
  const change = tagChange(touched, held);
  const isNothing = change.addTags.length + change.removeTags.length === 0;
  const words = formatCount(chosenCount(chosen), 'host');
  const apply = () => {
    if (!isNothing) acts.tag(chosen, change);
  };
  const shown = tags.data?.filter(({ tagName }) => tagName.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <Dialog
      title={`Tag ${words}`}
      isOpen
      onClose={onClose}
      onSubmit={apply}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={isNothing} isPending={acts.isPending} onPress={apply}>
            Change tags of {words}
          </Button>
        </>
      }
    >
      {tags.data?.length === 0 ? (
        <EmptyState title="No tags yet" action={<Link to="/tags">Go to Tags</Link>}>
          Make a tag first.
        </EmptyState>
      ) : (
        <div className={s['stack']}>
          {(tags.data?.length ?? 0) > 8 && <SearchField label="Find a tag" value={typed} onChange={setTyped} />}
          <div className={s['boxes']}>
            {shown?.map(({ tagUuid, tagName }) => {
              const was = held(tagUuid);
              const now = touched.get(tagUuid);
              return (
                <Checkbox
                  key={tagUuid}
                  isSelected={now ?? was === 'all'}
                  isIndeterminate={now === undefined && (was === 'some' || was === 'unknown')}
                  description={now === undefined ? heldWords[was] : now ? 'Will be added' : 'Will be taken away'}
                  onChange={(isOn) => setTouched(new Map(touched).set(tagUuid, isOn))}
                >
                  {tagName}
                </Checkbox>
              );
            })}
          </div>
        </div>
      )}
    </Dialog>
  );
}
