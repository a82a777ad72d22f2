import type { Group } from '@patchkeep/contract/groups';
import type { Tag } from '@patchkeep/contract/tags';
import { groupField, tagField } from '../../domain/host-filter-fields.ts';
import { statusText } from '../../domain/vulnerability-badge.tsx';
import { TypedSearch } from '../../ui/form/typed-search.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
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

export function HostFilterBar({ search, onSearch, groups, tags, fixed }: HostFilterBarProps) {
  const group = groupField(groups);
  const tag = tagField(tags);
  const status: FilterField = {
    id: 'status',
    label: 'Status',
    ops: ['is'],
    options: (['zeroday', 'insecure', 'eol', 'ok'] as const).map((value) => ({ value, label: statusText[value] })),
    isSingle: true,
  };
  const mark: FilterField = {
    id: 'mark',
    label: 'Flag',
    ops: ['is'],
    options: [{ value: 'exploited', label: 'Exploited' }],
    isSingle: true,
  };
  const fields: Record<typeof fixed, readonly [FilterField, ...FilterField[]]> = {
    site: [status, mark, group, tag],
    group: [status, mark, tag],
    tag: [status, mark, group],
  };
  return (
    <FilterBar
      fields={fields[fixed]}
      filters={chipsOf(search)}
      onChange={(filters) => onSearch(withChips(search, filters))}
    >
      <div className={s['search']}>
        <TypedSearch label="Name begins with" q={search.q} onSearch={(q) => onSearch({ ...search, q })} />
      </div>
    </FilterBar>
  );
}
