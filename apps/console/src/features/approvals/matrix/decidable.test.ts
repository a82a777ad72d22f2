import { expect, test } from 'vitest';
import { decidable } from './decidable.ts';

test('a decision names each channel once and says what the catalogue does not know', () => {
  const chosen = [
    { name: '7-Zip', channelTag: '7-zip' },
    { name: '7-Zip (x64)', channelTag: '7-zip' },
    { name: 'Our own', channelTag: null },
    { name: 'PuTTY', channelTag: 'putty' },
  ];
  expect(decidable(chosen)).toEqual({
    rows: [
      { subject: '7-zip', version: null },
      { subject: 'putty', version: null },
    ],
    names: ['7-Zip', 'PuTTY'],
    unknown: ['Our own'],
  });
});
