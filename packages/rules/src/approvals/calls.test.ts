import { approvalKinds, approvalLevels, approvalTypes } from '@patchkeep/contract/approval-fields';
import { describe, expect, it } from 'vitest';
import { approvalCall, optionsIdentifier } from './calls.ts';

describe('the call that changes approvals', () => {
  it('has its level, kind and type in the path and sends the one list of its level [APPR-23]', () => {
    const uuid = '11111111-1111-4111-8111-111111111111';
    for (const level of approvalLevels)
      for (const kind of approvalKinds)
        for (const type of approvalTypes) {
          const { change, preview, params, listField } = approvalCall(level, kind, type);
          const path = `/${level}-${kind === 'wua' ? 'wua-' : ''}approvals`;
          expect([change.path, preview.path, params.type]).toEqual([`${path}/:type`, `${path}/:type/preview`, type]);
          const subject = kind === 'app' ? { channelTag: 'chrome' } : { wuaKey: 'kb:5034441' };
          const scope = level === 'group' ? { groupUuid: uuid } : level === 'tag' ? { tagUuid: uuid } : {};
          const list = [{ ...subject, ...scope }];
          expect(listField).toBe(`${level}Approvals`);
          expect(change.body?.safeParse({ [listField]: list }).success).toBe(true);
          expect(change.body?.safeParse({}).success).toBe(false);
          for (const other of approvalLevels.filter((each) => each !== level))
            expect(change.body?.safeParse({ [listField]: list, [`${other}Approvals`]: list }).success).toBe(false);
        }
  });

  it.each(['enable', '', 'Approve', 'toString'])('does not exist for the type "%s" [APPR-21]', (type) => {
    expect(() => approvalCall('site', 'app', type)).toThrow('Invalid approval update type');
  });

  it.each(['host', '', 'Site', 'constructor'])('does not exist for the level "%s" [APPR-22]', (level) => {
    expect(() => approvalCall(level, 'app', 'approve')).toThrow('Invalid approval update level');
  });
});

describe('options of an approval', () => {
  const body = { channelTag: 'chrome', wuaKey: 'kb:5034441', groupApprovalUuid: 'g', tagApprovalUuid: 't' };

  it.each([
    ['system', 'app', 'channelTag'],
    ['site', 'app', 'channelTag'],
    ['system', 'wua', 'wuaKey'],
    ['site', 'wua', 'wuaKey'],
    ['group', 'app', 'groupApprovalUuid'],
    ['group', 'wua', 'groupApprovalUuid'],
    ['tag', 'app', 'tagApprovalUuid'],
    ['tag', 'wua', 'tagApprovalUuid'],
  ] as const)('at level %s of kind %s are named by %s and fail without [APPR-24]', (level, kind, field) => {
    expect(optionsIdentifier(level, kind, body)).toBe(body[field]);
    expect(() => optionsIdentifier(level, kind, { ...body, [field]: undefined })).toThrow(
      'Missing approval identifier',
    );
    expect(() => optionsIdentifier(level, kind, { ...body, [field]: '' })).toThrow('Missing approval identifier');
  });

  it('do not exist at an unknown level', () => {
    expect(() => optionsIdentifier('host', 'app', body)).toThrow('Invalid approval update level');
  });
});
