import { describe, expect, it } from 'vitest';
import { changesOf } from './log-changes.ts';

const group = '0192f0c1-0000-7000-8000-000000000001';
const gone = '0192f0c1-0000-7000-8000-000000000002';

describe('what an act changed', () => {
  it('is told field by field, in words, with names for what has one', () => {
    const { changes, same } = changesOf(
      { tagName: 'Reception', groupUuid: gone, isAcceptanceRequired: false, hour: 13, note: '' },
      { tagName: 'Front desk', groupUuid: group, isAcceptanceRequired: true, hour: 13, note: null },
      { [group]: 'Servers' },
    );
    expect(changes).toEqual([
      { field: 'Tag name', before: 'Reception', after: 'Front desk' },
      { field: 'Group', before: gone, after: 'Servers' },
      { field: 'Acceptance required', before: 'No', after: 'Yes' },
    ]);
    expect(same).toBe(2);
  });

  it('has one side only for what was made, and for what was deleted', () => {
    expect(changesOf(null, { title: 'Servers' }, {}).changes).toEqual([{ field: 'Title', after: 'Servers' }]);
    expect(changesOf({ title: 'Servers' }, null, {}).changes).toEqual([{ field: 'Title', before: 'Servers' }]);
    expect(changesOf(null, undefined, {})).toEqual({ changes: [], same: 0 });
  });

  it('puts the items of lists beside each other by what they are about', () => {
    const { changes } = changesOf(
      { moves: [{ subject: '7-zip', mode: 'inherit', version: null }] },
      {
        reason: 'Tested',
        moves: [
          { subject: 'putty', scopeUuid: group, mode: 'auto' },
          { subject: 'putty', scopeUuid: gone, mode: 'blocked' },
          { subject: '7-zip', mode: 'manual', version: '25.01' },
        ],
      },
      { [group]: 'Servers' },
    );
    expect(changes).toContainEqual({ field: '7-zip · Decision', before: 'No Default', after: 'Approved' });
    expect(changes).toContainEqual({ field: '7-zip · Version', before: 'None', after: '25.01' });
    expect(changes).toContainEqual({ field: 'putty (Servers) · Decision', after: 'Automated' });
    expect(changes).toContainEqual({ field: `putty (${gone}) · Decision`, after: 'Blocked' });
    expect(changes).toContainEqual({ field: 'Reason', after: 'Tested' });
  });

  it('names days and settings as their screens do', () => {
    expect(
      changesOf({ daysOfWeek: 127, useCap: 5 }, { daysOfWeek: 62, useCap: 6, openApplication: 'close' }, {}).changes,
    ).toEqual([
      { field: 'Inspection days', before: 'Every day', after: 'Monday, Tuesday, Wednesday, Thursday, Friday' },
      { field: 'Hosts it may let in', before: '5', after: '6' },
      { field: 'When an application is open', after: 'Close it' },
    ]);
  });

  it('joins plain lists, and says when one is empty', () => {
    expect(changesOf({ addTags: [] }, { addTags: [group, gone] }, { [group]: 'Pilot' }).changes).toEqual([
      { field: 'Add tags', before: 'None', after: `Pilot, ${gone}` },
    ]);
  });
});
