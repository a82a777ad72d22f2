import { describe, expect, it } from 'vitest';
import { type Scope, siteScope } from '../approval-scope.ts';
import { changesOf, editOf, isNoChange, statusAfter, withEdits, withoutEdits } from './pending.ts';

const row = {
  kind: 'app' as const,
  channelTag: 'chrome',
  wuaKey: null,
  name: 'Chrome',
  status: 'disabled' as const,
  serialNumber: 3,
  newestVersion: '124.1',
  approvedVersion: null,
};
const tag: Scope = { level: 'tag', scopeUuid: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', name: 'Kiosk' };

describe('an edit of a cell', () => {
  it.each([
    ['approve', null, 'up-to-date'],
    ['approve', '124.1', 'up-to-date'],
    ['approve', '124.0', 'out-of-date'],
    ['automate', null, 'auto'],
    ['block', null, 'blocked'],
    ['disable', null, 'disabled'],
  ] as const)('%s %s shows as %s', (type, version, status) => {
    expect(statusAfter(type, version, '124.1')).toBe(status);
  });

  it('back to what stands is no edit', () => {
    expect(isNoChange(row, 'disable', null)).toBe(true);
    expect(isNoChange(row, 'block', null)).toBe(false);
    const approved = { ...row, status: 'out-of-date' as const, approvedVersion: '124.0' };
    expect(isNoChange(approved, 'approve', '124.0')).toBe(true);
    expect(isNoChange(approved, 'approve', null)).toBe(false);
    expect(isNoChange({ ...approved, approvedVersion: '124.1' }, 'approve', null)).toBe(true);
  });

  it('gives way to a later one of the same cell, and stands beside those of other scopes', () => {
    const edits = withEdits(
      [editOf(siteScope, row, 'block'), editOf(tag, row, 'approve', '124.0')],
      [editOf(siteScope, row, 'automate')],
    );
    expect(edits.map(({ level, type }) => [level, type])).toEqual([
      ['tag', 'approve'],
      ['site', 'automate'],
    ]);
    expect(withoutEdits(edits, new Set([edits[0]?.key ?? '']))).toEqual([edits[1]]);
  });

  it('goes to the server with its scope, its version and the serial that was seen', () => {
    const update = { ...row, kind: 'wua' as const, channelTag: null, wuaKey: 'kb:5034441' };
    expect(
      changesOf([
        editOf(tag, row, 'approve', '124.0'),
        editOf(siteScope, row, 'automate'),
        editOf(tag, update, 'block'),
      ]),
    ).toEqual([
      {
        level: 'tag',
        tagUuid: tag.scopeUuid,
        kind: 'app',
        type: 'approve',
        channelTag: 'chrome',
        version: '124.0',
        serialNumber: 3,
      },
      { level: 'site', kind: 'app', type: 'automate', channelTag: 'chrome', serialNumber: 3 },
      { level: 'tag', tagUuid: tag.scopeUuid, kind: 'wua', type: 'block', wuaKey: 'kb:5034441', serialNumber: 3 },
    ]);
  });
});
