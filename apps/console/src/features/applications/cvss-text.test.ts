import { describe, expect, it } from 'vitest';
import { metricText, severityWord } from './cvss-text.ts';

describe('a CVSS vector', () => {
  it.each([
    ['3.1', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H', 'Attack vector', 'Network', 8],
    ['3.0', 'CVSS:3.0/AV:P/AC:H/PR:L/UI:N/S:C/C:N/I:L/A:N', 'Scope', 'Changed', 8],
    ['4.0', 'CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:A/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:A', 'User interaction', 'Active', 11],
    ['2.0', 'AV:N/AC:M/Au:N/C:P/I:P/A:C', 'Authentication', 'None', 6],
  ])('%s %s says %s: %s', (version, vector, metric, value, count) => {
    const texts = metricText(version, vector);
    expect(texts).toContainEqual({ metric, value });
    expect(texts).toHaveLength(count);
  });

  it.each(['', 'nonsense', 'CVSS:3.1/AV:?/toString:N/__proto__:N'])('%j says nothing', (vector) => {
    expect(metricText('3.1', vector)).toEqual([]);
  });
});

it.each([
  ['3.1', 0, 'None'],
  ['3.1', 3.9, 'Low'],
  ['3.1', 4, 'Medium'],
  ['4.0', 8.9, 'High'],
  ['4.0', 9, 'Critical'],
  ['2.0', 10, 'High'],
])('CVSS %s %d is %s', (version, score, word) => {
  expect(severityWord(version, score)).toBe(word);
});
