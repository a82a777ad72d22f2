import { keptSearch } from '@patchkeep/contract/saved-views';
import { describe, expect, it } from 'vitest';
import {
  approvalFilterOf,
  approvalOrderOf,
  chipsOf,
  isNarrowed,
  readApprovalSearch,
  withChips,
  withoutFilters,
  writeApprovalSearch,
} from './approval-search.ts';

const plain = readApprovalSearch({});

describe('the address of a matrix', () => {
  it('opens filtered by the status of the approvals', () => {
    const search = readApprovalSearch({ approvalStatus: 'out-of-date' });
    expect(approvalFilterOf(search)).toEqual({ approvalStatus: 'out-of-date' });
    expect(isNarrowed(search)).toBe(true);
  });

  it('opens with what nobody decided about and is at risk', () => {
    const search = readApprovalSearch({ approvalStatus: 'undecided', status: 'at-risk' });
    expect(approvalFilterOf(search)).toEqual({ isUndecided: 'true', isAtRisk: 'true' });
    expect(approvalFilterOf(readApprovalSearch({ approvalStatus: 'differs' }))).toEqual({ isDiffering: 'true' });
    expect(readApprovalSearch(keptSearch('approvals-site-app', writeApprovalSearch(search)))).toEqual(search);
  });

  it('survives nonsense', () => {
    expect(readApprovalSearch({ kind: 'x', approvalStatus: 'x', status: 'x', sort: 'x', classification: ' ' })).toEqual(
      plain,
    );
    expect(isNarrowed(plain)).toBe(false);
  });

  it('holds everything there and back', () => {
    const raw = {
      kind: 'wua',
      q: 'kb50',
      approvalStatus: 'blocked',
      hasOverrides: false,
      status: 'insecure',
      needsSettings: true,
      classification: 'Security Updates',
      sort: 'hosts',
      order: 'desc',
    };
    const search = readApprovalSearch(raw);
    expect(writeApprovalSearch(search)).toEqual(raw);
    expect(withChips(withoutFilters(search), chipsOf(search))).toEqual({ ...search, q: '' });
    expect(keptSearch('approvals-site-wua', raw)).toEqual(raw);
    expect(writeApprovalSearch(plain)).toEqual({});
  });

  it('asks only for what the kind has', () => {
    const raw = { status: 'insecure', classification: 'Security Updates' };
    expect(approvalFilterOf(readApprovalSearch(raw))).toEqual({ status: 'insecure' });
    expect(approvalFilterOf(readApprovalSearch({ ...raw, kind: 'wua' }))).toEqual({
      classification: 'Security Updates',
    });
  });

  it('goes by name unless somebody said otherwise', () => {
    expect(approvalOrderOf(null)).toEqual({ sort: 'name', order: 'asc' });
    expect(approvalOrderOf({ column: 'hosts', direction: 'descending' })).toEqual({ sort: 'hosts', order: 'desc' });
  });
});
