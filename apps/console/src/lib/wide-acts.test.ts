import type { ActPreview } from '@patchkeep/contract/change-sets';
import { hosts } from '@patchkeep/contract/hosts';
import { describe, expect, it } from 'vitest';
import { fakeCaller } from '../testkit/fake-fetch.ts';
import { type ShownAct, saysMore } from './wide-acts.ts';

const preview: ActPreview = {
  title: 'Disable 30 hosts',
  effect: 'They get no work until they are enabled.',
  hosts: 30,
  sampleHosts: [],
  needsSecondPerson: false,
  level: 'site',
  confirmers: [],
  noUndo: null,
  previewToken: 'token',
  expires: '2026-11-16T12:00:00.000Z',
};

describe('the preview of a wide act', () => {
  it.each<[string, Partial<ActPreview>, ShownAct | undefined, boolean]>([
    ['the page showed nothing', {}, undefined, true],
    ['the page showed as many hosts', {}, { hosts: 30 }, false],
    ['the page showed another number of hosts', {}, { hosts: 31 }, true],
    ['a second person is needed', { needsSecondPerson: true }, { hosts: 30, isFinal: true }, true],
    ['it cannot be taken back', { noUndo: 'It is deleted.' }, { hosts: 30 }, true],
    ['it cannot be taken back, which the page said', { noUndo: 'It is deleted.' }, { hosts: 30, isFinal: true }, false],
  ])('where %s', (_when, differs, shown, isShown) => {
    expect(saysMore({ ...preview, ...differs }, shown)).toBe(isShown);
  });
});

describe('a wide act of the console', () => {
  const refusal = (more: Partial<ActPreview>) => ({
    status: 428,
    body: { message: 'Preview this change first', info: { preview: { ...preview, ...more } } },
  });
  const body = { hosts: ['00000000-0000-7000-8000-000000000001'] };

  it('is not written before the user has seen what its preview says and wants it', async () => {
    for (const isWanted of [false, true]) {
      const seen: string[] = [];
      const { call, sent } = fakeCaller(
        [refusal({ needsSecondPerson: true }), { body: { success: true, count: 30 } }],
        {
          confirmWide: async ({ title }) => (seen.push(title), isWanted),
        },
      );
      const answer = call(hosts.disable, { body }, { shown: { hosts: 30 } });
      if (isWanted) await answer;
      else await expect(answer).rejects.toMatchObject({ type: -2 });
      expect(seen).toEqual(['Disable 30 hosts']);
      expect(sent.map(({ headers }) => headers.get('x-preview-token'))).toEqual(isWanted ? [null, 'token'] : [null]);
    }
  });

  it('is not asked about twice where the page has shown all of it', async () => {
    const { call, sent } = fakeCaller([refusal({}), { body: { success: true, count: 30 } }], {
      confirmWide: () => Promise.reject(new Error('Asked twice')),
    });
    await call(hosts.disable, { body }, { shown: { hosts: 30 } });
    expect(sent).toHaveLength(2);
  });
});
