import { viewOfList } from '@patchkeep/contract/saved-views';
import { describe, expect, it } from 'vitest';
import { draftOf } from './browser-views.ts';

const kept = { name: 'Mine', sort: null, hidden: ['osName'] };

describe('a view that a browser kept', () => {
  it('becomes address parameters of its list, with its order and its columns', () => {
    const sort = { column: 'status', direction: 'descending' as const };
    expect(draftOf('hosts', { ...kept, filters: 'view:is:trash;name:has:lt%3a;mark:is:exploited', sort })).toEqual({
      name: 'Mine',
      of: { list: 'hosts', search: { view: 'trash', q: 'lt:', mark: 'exploited', sort: 'status', order: 'desc' } },
      columns: { hidden: ['osName'], order: [] },
    });
    const approvals = 'overrides:is:none;settings:is:needed;approvalStatus:is:blocked';
    expect(draftOf('approvals-site-wua', { ...kept, filters: approvals }).of).toEqual({
      list: 'approvals-site-wua',
      search: { kind: 'wua', hasOverrides: false, needsSettings: true, approvalStatus: 'blocked' },
    });
  });

  it('is one that the server accepts, without what the list does not know', () => {
    const filters = 'status:is:worst;colour:is:red;fix:is:some';
    const draft = draftOf('applications', { ...kept, filters, hidden: ['a b', 'name'] });
    expect(draft.of.search).toEqual({ fix: 'some' });
    expect(draft.columns.hidden).toEqual(['name']);
    expect(viewOfList.safeParse(draft.of).success).toBe(true);
  });
});
