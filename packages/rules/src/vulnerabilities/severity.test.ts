import { expect, it } from 'vitest';
import { severityOf } from './severity.ts';

it.each([
  [10, 'critical'],
  [9, 'critical'],
  [8.9, 'high'],
  [7, 'high'],
  [6.9, 'medium'],
  [4, 'medium'],
  [3.9, 'low'],
  [0.1, 'low'],
  [0, 'unscored'],
  [null, 'unscored'],
] as const)('a score of %s is %s', (cvss, severity) => {
  expect(severityOf(cvss)).toBe(severity);
});
