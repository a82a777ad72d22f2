import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import { statusText } from '../../domain/vulnerability-badge.tsx';
import { TypedSearch } from '../../ui/form/typed-search.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
import { type ApplicationSearch, chipsOf, type Mark, withChips } from './application-search.ts';
import s from './applications.module.css';

/* The worst first, as everywhere. */
const statusOptions = (['zeroday', 'insecure', 'eol', 'ok'] as const satisfies VulnerabilityStatus[]).map((status) => ({
  value: status,
  label: statusText[status],
}));

export const statusField: FilterField = {
  id: 'status',
  label: 'Status',
  ops: ['is'],
  options: statusOptions,
  isSingle: true,
};
const markText: Record<Mark, string> = { exploited: 'Exploited', ignored: 'Ignored' };
export const markField = (marks: readonly Mark[]): FilterField => ({
  id: 'mark',
  label: 'Mark',
  ops: ['is'],
  options: marks.map((mark) => ({ value: mark, label: markText[mark] })),
  isSingle: true,
});

const fields: readonly [FilterField, ...FilterField[]] = [
  statusField,
  markField(['exploited', 'ignored']),
  {
    id: 'fix',
    label: 'Fix',
    ops: ['is'],
    options: [{ value: 'some', label: 'A newer version fixes it' }],
    isSingle: true,
  },
];

interface ApplicationFilterBarProps {
  search: ApplicationSearch;
  onSearch: (search: ApplicationSearch) => void;
}

export function ApplicationFilterBar({ search, onSearch }: ApplicationFilterBarProps) {
  return (
    <FilterBar fields={fields} filters={chipsOf(search)} onChange={(filters) => onSearch(withChips(search, filters))}>
      <div className={s['search']}>
        <TypedSearch label="Name or vendor" q={search.q} onSearch={(q) => onSearch({ ...search, q })} />
      </div>
    </FilterBar>
  );
}
