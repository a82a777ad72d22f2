import { approvalStatuses, type ApprovalKind } from '@patchkeep/contract/approval-fields';
import { vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import { approvalLabels } from '../../../domain/approval-text.ts';
import { statusText } from '../../../domain/vulnerability-badge.tsx';
import { TypedSearch } from '../../../ui/form/typed-search.tsx';
import { FilterBar } from '../../../ui/table/filter-bar.tsx';
import type { FilterField } from '../../../ui/table/filter-field.ts';
import { type ApprovalSearch, chipsOf, withChips } from './approval-search.ts';
import s from '../approvals.module.css';

const approvalStatus: FilterField = {
  id: 'approvalStatus',
  label: 'Approval',
  ops: ['is'],
  options: [
    ...approvalStatuses.map((status) => ({ value: status, label: approvalLabels[status] })),
    { value: 'undecided', label: 'No decision' },
    { value: 'differs', label: 'Differs from what it would inherit' },
  ],
  isSingle: true,
};
const overrides: FilterField = {
  id: 'overrides',
  label: 'Overrides below',
  ops: ['is'],
  options: [
    { value: 'some', label: 'Some' },
    { value: 'none', label: 'None' },
  ],
  isSingle: true,
};
const fieldsOf: Record<ApprovalKind, readonly [FilterField, ...FilterField[]]> = {
  app: [
    approvalStatus,
    overrides,
    {
      id: 'status',
      label: 'Worst status',
      ops: ['is'],
      options: [
        { value: 'at-risk', label: 'Insecure or 0-Day' },
        ...vulnerabilityStatuses.toReversed().map((status) => ({ value: status, label: statusText[status] })),
      ],
      isSingle: true,
    },
    {
      id: 'settings',
      label: 'Custom settings',
      ops: ['is'],
      options: [{ value: 'needed', label: 'Needed' }],
      isSingle: true,
    },
  ],
  wua: [approvalStatus, overrides, { id: 'classification', label: 'Classification', ops: ['has'] }],
};

interface ApprovalFilterBarProps {
  search: ApprovalSearch;
  onSearch: (search: ApprovalSearch) => void;
}

export function ApprovalFilterBar({ search, onSearch }: ApprovalFilterBarProps) {
  return (
    <FilterBar
      fields={fieldsOf[search.kind]}
      filters={chipsOf(search)}
      onChange={(filters) => onSearch(withChips(search, filters))}
    >
      <div className={s['search']}>
        <TypedSearch
          label={search.kind === 'app' ? 'Name or vendor' : 'Title or KB'}
          q={search.q}
          onSearch={(q) => onSearch({ ...search, q })}
        />
      </div>
    </FilterBar>
  );
}
