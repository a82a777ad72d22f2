import type { VulnerabilityStatus } from '@patchkeep/contract/vulnerability-status';
import { statusText } from '../../domain/vulnerability-badge.tsx';
import { TypedSearch } from '../../ui/form/typed-search.tsx';
import { FilterBar } from '../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../ui/table/filter-field.ts';
import { type ApplicationSearch, chipsOf, withChips } from './application-search.ts';
import s from './applications.module.css';

/* The worst first, as everywhere. */
export const statusOptions = (['zeroday', 'insecure', 'eol', 'ok'] as const satisfies VulnerabilityStatus[]).map(
  (status) => ({ value: status, label: statusText[status] }),
);

const fields: readonly [FilterField, ...FilterField[]] = [
  { id: 'status', label: 'Status', ops: ['is'], options: statusOptions, isSingle: true },
  {
    id: 'mark',
    label: 'Mark',
    ops: ['is'],
    options: [
      { value: 'exploited', label: 'Exploited' },
      { value: 'ignored', label: 'Ignored' },
    ],
    isSingle: true,
  },
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
