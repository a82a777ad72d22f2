import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 B'],
  [1023, '1020 B'],
  [1024, '1 KB'],
  [126_700_000_000, '118 GB'],
  [5 * 1024 ** 5, '5120 TB'],
])('%d bytes read %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});
