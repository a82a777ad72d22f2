import type { Group } from '@patchkeep/contract/groups';
import type { Tag } from '@patchkeep/contract/tags';
import { useEffect, useEffectEvent, useState } from 'react';
import { SearchField } from '../../ui/search-field.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
import { groupOptions } from './group-options.ts';
import { chipsOf, type HostSearch, withChips } from './host-search.ts';
import s from './hosts.module.css';

export interface HostFilterBarProps {
  search: HostSearch;
  onSearch: (search: HostSearch) => void;
  groups: readonly Group[];
  tags: readonly Tag[];
  /** What the page itself is about is no filter of it. */
  fixed: 'site' | 'group' | 'tag';
}

const typingMs = 250;

export function HostFilterBar({ search, onSearch, groups, tags, fixed }: HostFilterBarProps) {
  const group: FilterField = {
    id: 'group',
    label: 'Group',
    ops: ['under'],
    options: groupOptions(groups),
    isSingle: true,
  };
  const tag: FilterField = {
    id: 'tag',
    label: 'Tag',
    ops: ['is'],
    options: tags.map(({ tagUuid, tagName }) => ({ value: tagUuid, label: tagName })),
    isSingle: true,
  };
  const fields: Record<typeof fixed, readonly [FilterField, ...FilterField[]]> = {
    site: [group, tag],
    group: [tag],
    tag: [group],
  };
  return (
    <FilterBar
      fields={fields[fixed]}
      filters={chipsOf(search)}
      onChange={(filters) => onSearch(withChips(search, filters))}
    >
      <div className={s['search']}>
        <NameSearch q={search.q} onSearch={(q) => onSearch({ ...search, q })} />
      </div>
    </FilterBar>
  );
}

/* What is typed waits a moment before it is asked for. An address that changes by itself wins over what was typed; the
   one that we asked for does not, because more may have been typed since. */
function NameSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [state, setState] = useState({ typed: q, seen: q, asked: q });
  if (q !== state.seen) setState({ ...state, seen: q, typed: q === state.asked ? state.typed : q });
  const { typed } = state;
  const ask = useEffectEvent(() => {
    setState({ ...state, asked: typed });
    onSearch(typed);
  });
  useEffect(() => {
    if (typed === q) return undefined;
    const timer = setTimeout(() => ask(), typingMs);
    return () => clearTimeout(timer);
  }, [typed, q]);
  return (
    <SearchField label="Name begins with" value={typed} onChange={(next) => setState({ ...state, typed: next })} />
  );
}
