import { describe, expect, test } from 'vitest';
import { formatAbsolute, formatBytes, formatCount, formatNumber, formatPercent, formatRelative } from './format.ts';

describe('percent', () => {
  test.each([
    [0, '0%'],
    [0.14, '14%'],
    [0.614, '61.4%'],
    [0.6149, '61.5%'],
    [0.61449, '61.4%'],
    [1, '100%'],
    [0.0004, '0%'],
    [12.5, '1,250%'],
  ])('%f reads %s: en-US, one decimal at most [CONST-05]', (share, expected) => {
    expect(formatPercent(share)).toBe(expected);
  });
});

test('numbers are grouped with a thin space that does not break', () => {
  expect(formatNumber(1284)).toBe('1\u202f284');
  expect(formatNumber(1_500_000.5)).toBe('1\u202f500\u202f000.5');
  expect(formatNumber(412)).toBe('412');
  expect(formatNumber(1284, 'da-DK')).toBe('1.284');
});

test('a count agrees with its word', () => {
  expect(formatCount(1, 'host')).toBe('1\u00a0host');
  expect(formatCount(0, 'host')).toBe('0\u00a0hosts');
  expect(formatCount(1284, 'host')).toBe('1\u202f284\u00a0hosts');
  expect(formatCount(2, 'entry', 'entries')).toBe('2\u00a0entries');
});

describe('relative time', () => {
  const now = new Date('2026-11-15T13:00:00Z');
  test.each([
    ['2026-11-15T12:59:55Z', 'now'],
    ['2026-11-15T12:59:15Z', '45 sec ago'],
    ['2026-11-15T12:58:00Z', '2 min ago'],
    ['2026-11-15T12:00:01Z', '59 min ago'],
    ['2026-11-15T12:00:00Z', '1 hr ago'],
    ['2026-11-15T16:30:00Z', 'in 3 hr'],
    ['2026-11-14T12:00:00Z', 'yesterday'],
    ['2026-11-06T13:00:00Z', '9 days ago'],
    ['2024-11-01T13:00:00Z', '2 years ago'],
    // What has just happened is newer than the clock of the page, which goes in steps of 15 seconds.
    ['2026-11-15T13:00:14Z', 'now'],
    ['2026-11-15T13:00:40Z', 'in 40 sec'],
  ])('%s reads %s', (at, expected) => {
    expect(formatRelative(new Date(at), now)).toBe(expected);
  });
});

test('an absolute time names its zone, also across the change to winter time', () => {
  expect(formatAbsolute(new Date('2026-11-15T13:02:11Z'), 'Europe/Copenhagen')).toBe('2026-11-15 14:02:11 GMT+1');
  expect(formatAbsolute(new Date('2026-07-01T22:30:00Z'), 'Europe/Copenhagen')).toBe('2026-07-02 00:30:00 GMT+2');
  expect(formatAbsolute(new Date('2026-11-15T13:02:11Z'), 'UTC')).toBe('2026-11-15 13:02:11 UTC');
});

test.each([
  [0, '0 B'],
  [1023, '1020 B'],
  [1024, '1 KB'],
  [126_700_000_000, '118 GB'],
  [5 * 1024 ** 5, '5120 TB'],
])('%d bytes read %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected);
});
