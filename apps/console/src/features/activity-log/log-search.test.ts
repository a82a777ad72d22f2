import { describe, expect, it } from 'vitest';
import { chipsOf, isNarrowed, readLogSearch, wholeLog, withChips, writeLogSearch } from './log-search.ts';

const person = '0192f0c1-0000-7000-8000-000000000001';
const object = '0192f0c1-0000-7000-8000-000000000002';

describe('the address of the activity log', () => {
  it('holds every filter, and drops what makes no sense', () => {
    const full = {
      userUuid: person,
      verb: 'tag.change',
      objectKind: 'tag',
      objectId: object,
      startTime: '2026-11-01T00:00:00.000Z',
      endTime: '2026-11-15T23:59:59.999Z',
    };
    expect(writeLogSearch(readLogSearch(full))).toEqual(full);
    expect(readLogSearch({ userUuid: 'x', verb: ' ', startTime: 'today', endTime: '2019-12-31' })).toEqual(wholeLog);
    expect(writeLogSearch(wholeLog)).toEqual({});
    expect([isNarrowed(wholeLog), isNarrowed(readLogSearch({ verb: 'tag.change' }))]).toEqual([false, true]);
  });

  it('takes days from their first to their last moment where the browser is, and none that ends before it begins', () => {
    const { startTime, endTime } = readLogSearch({ startTime: '2026-11-14', endTime: '2026-11-14' });
    expect(startTime).toBe(new Date(2026, 10, 14).toISOString());
    expect(endTime).toBe(new Date(2026, 10, 14, 23, 59, 59, 999).toISOString());
    expect(readLogSearch({ startTime: '2026-11-15', endTime: '2026-11-14' }).startTime).toBeUndefined();
  });

  it('is written by chips and read back from them; the days stay', () => {
    const search = readLogSearch({ userUuid: person, objectKind: 'tag', objectId: object, endTime: '2026-11-14' });
    expect(withChips(search, chipsOf(search))).toEqual(search);
    expect(withChips(search, [])).toEqual(readLogSearch({ endTime: '2026-11-14' }));
  });
});
