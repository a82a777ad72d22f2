import { expect, it } from 'vitest';
import { isRecognised, type RecognisedBy } from './recognition.ts';

const productCode = '{0F2D41E2-6A52-4B4B-9A29-0C9A3E4B7D11}';
const copy = { name: 'House tool ', publisher: 'House', version: '1.10', productCode: productCode.toLowerCase() };
const byName = (name: string, version: string | null): RecognisedBy => ({ by: 'name', name, version });

it.each<[what: string, sign: RecognisedBy, is: boolean]>([
  ['its product code', { by: 'productCode', productCode }, true],
  ['another product code', { by: 'productCode', productCode: productCode.replace('0', '1') }, false],
  ['its name', byName('house tool', null), true],
  ['its name and version', byName('House tool', '1.10'), true],
  ['its name and an older version', byName('House tool', '1.9'), true],
  ['its name and a newer version', byName('House tool', '1.11'), false],
  ['a part of its name', byName('House', null), false],
])('custom software is told by %s', (_what, sign, is) => expect(isRecognised([copy], sign)).toBe(is));

it('custom software of one user is not that of another, or of the machine', () => {
  const own = [{ ...copy, user: 'anna' }];
  expect([undefined, 'anna', 'ben'].map((user) => isRecognised(own, byName('House tool', null), user))).toEqual([
    false,
    true,
    false,
  ]);
});
