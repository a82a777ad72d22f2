import { describe, expect, it } from 'vitest';
import { chipsOf, readArticle, readState, readUpdatesSearch, withChips, writeUpdatesSearch } from './updates-search.ts';

describe('the address of the Windows updates', () => {
  it('holds the filters, and drops what makes no sense', () => {
    const full = { q: 'KB50', classification: 'Security Updates', severity: 'Critical' };
    expect(writeUpdatesSearch(readUpdatesSearch(full))).toEqual(full);
    expect(writeUpdatesSearch(readUpdatesSearch({ classification: 'Cakes', severity: 'Very' }))).toEqual({});
  });

  it('and the chips say the same', () => {
    const search = readUpdatesSearch({ q: 'x', classification: 'Drivers', severity: 'Low' });
    expect(withChips(readUpdatesSearch({ q: 'x' }), chipsOf(search))).toEqual(search);
    expect(withChips(search, [])).toEqual(readUpdatesSearch({ q: 'x' }));
  });

  it('names one article and one state', () => {
    expect(['KB5031356', 'kb5031356', '5031356', 'KB1; drop', undefined].map(readArticle)).toEqual([
      'KB5031356',
      'KB5031356',
      undefined,
      undefined,
      undefined,
    ]);
    expect(['pending', 'missing', 'gone', undefined].map(readState)).toEqual([
      'pending',
      'missing',
      undefined,
      undefined,
    ]);
  });
});
