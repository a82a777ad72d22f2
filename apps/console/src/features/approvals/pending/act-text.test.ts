import { describe, expect, it } from 'vitest';
import { type Scope, siteScope, systemScope } from '../approval-scope.ts';
import { actOfKey, countOfKind, isSystemWide, requestTitle, requestVerb } from './act-text.ts';
import { editOf } from './pending.ts';

const row = (name: string) => ({
  kind: 'app' as const,
  channelTag: name,
  wuaKey: null,
  name,
  status: 'disabled' as const,
  serialNumber: 0,
  newestVersion: '1',
  approvedVersion: null,
});
const group: Scope = { level: 'group', scopeUuid: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', name: 'Sales' };
const edits = (...list: ReturnType<typeof editOf>[]) => ({ what: 'edits', edits: list }) as const;

describe('the words of a change', () => {
  it('are the deed when there is one', () => {
    const one = edits(editOf(siteScope, row('Java 8'), 'block'));
    expect(requestTitle(one)).toBe('Block “Java 8” at Site level');
    expect(requestVerb(one)).toBe('Block on');
    expect(requestTitle(edits(editOf(group, row('A'), 'disable'), editOf(group, row('B'), 'disable')))).toBe(
      'Remove the decision about 2\u00a0applications at Group Sales',
    );
  });

  it('count a mixture', () => {
    const mixed = edits(editOf(siteScope, row('A'), 'block'), editOf(group, row('A'), 'automate'));
    expect(requestTitle(mixed)).toBe('2\u00a0changes of approvals');
    expect(requestVerb(mixed)).toBe('Apply to');
  });

  it('know the system from the rest', () => {
    expect(isSystemWide(edits(editOf(siteScope, row('A'), 'block')))).toBe(false);
    expect(isSystemWide(edits(editOf(siteScope, row('A'), 'block'), editOf(systemScope, row('A'), 'block')))).toBe(
      true,
    );
  });

  it('have a letter each', () => {
    expect(['a', 'u', 'b', 'i', 'x'].map(actOfKey)).toEqual(['approve', 'automate', 'block', 'disable', undefined]);
  });
});

it('a number of rows is said with what it counts, and one is one', () => {
  const said = [0, 1, 2].map((count) => [countOfKind(count, 'app'), countOfKind(count, 'wua')]);
  expect(said.map((each) => each.map((text) => text.replace('\u{a0}', ' ')))).toEqual([
    ['0 applications', '0 Windows updates'],
    ['1 application', '1 Windows update'],
    ['2 applications', '2 Windows updates'],
  ]);
});
