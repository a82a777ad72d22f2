import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { tagsQuery } from '../../lib/site.queries.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { formatCount } from '../../ui/format.ts';
import { type TagShare, tagShareOf, tagChange } from './tag-choice.ts';
import { type Chosen, chosenCount, type HostActs } from './use-host-acts.ts';
import s from './hosts.module.css';

const shareText: Record<TagShare, string> = {
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
  const shareOf = (tag: string) => tagShareOf(seen?.length === chosenCount(chosen) ? seen : undefined, tag);
  const change = tagChange(touched, shareOf);
  const isNothing = change.addTags.length + change.removeTags.length === 0;
  const countText = formatCount(chosenCount(chosen), 'host');
  const apply = () => {
    if (!isNothing) acts.tag(chosen, change);
  };
  const shown = tags.data?.filter(({ tagName }) => tagName.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <ActDialog
      title={`Tag ${countText}`}
      onClose={onClose}
      verb={`Change tags of ${countText}`}
      onAct={apply}
      isDisabled={isNothing}
      isPending={acts.isPending}
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
              const was = shareOf(tagUuid);
              const now = touched.get(tagUuid);
              return (
                <Checkbox
                  key={tagUuid}
                  isSelected={now ?? was === 'all'}
                  isIndeterminate={now === undefined && (was === 'some' || was === 'unknown')}
                  description={now === undefined ? shareText[was] : now ? 'Will be added' : 'Will be taken away'}
                  onChange={(isOn) => setTouched(new Map(touched).set(tagUuid, isOn))}
                >
                  {tagName}
                </Checkbox>
              );
            })}
          </div>
        </div>
      )}
    </ActDialog>
  );
}
