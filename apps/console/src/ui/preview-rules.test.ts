import { expect, test } from 'vitest';
import { canConfirm, type PreviewAnswer } from './preview-rules.ts';

const block: PreviewAnswer = {
  tier: 2,
  affected: 61,
  confirmWord: 'Contoso DK',
  typed: 'Contoso DK',
  reason: 'vendor app',
};

test.each<[string, Partial<PreviewAnswer>, boolean]>([
  ['all given', {}, true],
  ['typed in another case, with a space', { typed: ' contoso dk ' }, true],
  ['typed wrong', { typed: 'Contoso' }, false],
  ['no reason', { reason: '  ' }, false],
  ['nothing to type is never a match', { confirmWord: '', typed: '' }, false],
  ['nothing affected', { affected: 0 }, false],
  ['tier 1 needs neither', { tier: 1, typed: '', reason: '' }, true],
  ['tier 1 with nothing affected', { tier: 1, affected: 0 }, false],
])('%s', (_name, change, expected) => {
  expect(canConfirm({ ...block, ...change })).toBe(expected);
});
