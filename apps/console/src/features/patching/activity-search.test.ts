import { describe, expect, it } from 'vitest';
import {
  chipsOf,
  isNarrowed,
  readActivitySearch,
  wholeList,
  withChips,
  writeActivitySearch,
} from './activity-search.ts';

const host = '0192f0c1-0000-7000-8000-000000000001';
const group = '0192f0c1-0000-7000-8000-000000000002';

describe('the address of the activity', () => {
  it('holds every filter, the toggle and the order, and drops what makes no sense', () => {
    const full = {
      title: 'zip',
      hostUuid: host,
      groupUuid: group,
      channelTag: '7-zip',
      result: 'unsolved',
      endTime: '2026-11-15T22:59:59.999Z',
      showSuperseded: true,
      sort: 'host',
      order: 'asc',
    };
    expect(writeActivitySearch(readActivitySearch(full))).toEqual(full);
    const updates = { kind: 'wua', kbArticle: 'KB5068861' };
    expect(writeActivitySearch(readActivitySearch(updates))).toEqual(updates);
    const nonsense = {
      kind: 'cake',
      hostUuid: 'x',
      groupUuid: '',
      endTime: 'soon',
      result: 'magic',
      sort: 'colour',
      order: 'up',
    };
    expect(writeActivitySearch(readActivitySearch(nonsense))).toEqual({});
  });

  it('takes an article of Windows updates only, and a channel of applications only', () => {
    expect(readActivitySearch({ kbArticle: 'KB5068861' }).kbArticle).toBeUndefined();
    expect(readActivitySearch({ kind: 'wua', channelTag: '7-zip' }).channelTag).toBeUndefined();
    const read = (kbArticle: string) => readActivitySearch({ kind: 'wua', kbArticle }).kbArticle;
    expect(['kb5068861', ' 5068861 ', 'KB1', 'KB5068861; drop'].map(read)).toEqual([
      'KB5068861',
      'KB5068861',
      undefined,
      undefined,
    ]);
  });

  it('says the same as the chips', () => {
    const search = readActivitySearch({
      title: 'x',
      hostUuid: host,
      groupUuid: group,
      channelTag: '7-zip',
      result: 'failed',
    });
    expect(withChips(readActivitySearch({ title: 'x' }), chipsOf(search))).toEqual(search);
    expect(withChips(search, [])).toEqual(readActivitySearch({ title: 'x' }));
  });

  it('is whole again without what narrows it; what is shown and in which order stays', () => {
    const search = readActivitySearch({ kind: 'wua', title: 'x', hostUuid: host, showSuperseded: true, sort: 'time' });
    expect(isNarrowed(search)).toBe(true);
    expect(isNarrowed(wholeList(search))).toBe(false);
    expect(writeActivitySearch(wholeList(search))).toEqual({
      kind: 'wua',
      showSuperseded: true,
      sort: 'time',
      order: 'desc',
    });
  });
});
