import { describe, expect, it } from 'vitest';
import { isViewChanged, type ListView, narrowsAlike } from './saved-views.ts';

describe('two addresses', () => {
  it('narrow a list alike whatever their order of parameters and of rows', () => {
    expect(narrowsAlike({ status: 'ok', q: 'a' }, { q: 'a', status: 'ok', sort: 'name', order: 'asc' })).toBe(true);
    expect(narrowsAlike({ status: 'ok', mark: undefined }, { status: 'ok' })).toBe(true);
    expect(narrowsAlike({ status: 'ok' }, { status: 'eol' })).toBe(false);
    expect(narrowsAlike({}, { q: 'a' })).toBe(false);
  });
});

describe('a view', () => {
  const view: ListView = {
    id: '1',
    name: 'Worst',
    search: { status: 'insecure', sort: 'status', order: 'desc' },
    hidden: ['tags', 'version'],
    order: ['name', 'status'],
  };
  const columns = { hidden: ['version', 'tags'], order: ['name', 'status'] };

  it('is unchanged while the list shows what it says', () => {
    expect(isViewChanged(view, { ...view.search }, columns)).toBe(false);
  });
  it('is changed by another filter, order of rows, column or order of columns', () => {
    expect(isViewChanged(view, { ...view.search, q: 'a' }, columns)).toBe(true);
    expect(isViewChanged(view, { ...view.search, order: 'asc' }, columns)).toBe(true);
    expect(isViewChanged(view, view.search, { ...columns, hidden: ['tags'] })).toBe(true);
    expect(isViewChanged(view, view.search, { ...columns, order: ['status', 'name'] })).toBe(true);
  });
  it('that names no order of rows or columns is not changed by one', () => {
    const open: ListView = { ...view, search: { status: 'insecure' }, order: [] };
    expect(isViewChanged(open, view.search, columns)).toBe(false);
  });
});
