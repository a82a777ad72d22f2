import { describe, expect, it } from 'vitest';
import { compactName, matchName, slipPatterns, swapPatterns } from './matching.ts';

describe('a name is matched', () => {
  it.each([
    ['7-Zip', '7-zip', 'whole'],
    ['LT-CPH-0412', 'lt-cph', 'start'],
    ['LT-CPH-0412', '0412', 'word'],
    ['Google Chrome', 'chr', 'word'],
    ['LT-CPH-0412', '412', 'inside'],
    ['7-Zip', '7zip', 'compact'],
    ['LT-CPH-0412', 'ltcph0412', 'compact'],
    ['LT-CPH-0412', 'lt cph 0412', 'compact'],
    ['VLC media player', 'mediaplayer', 'compact'],
    ['Google Chrome', 'chrmoe', 'slip'],
    ['Google Chrome', 'chome', 'slip'],
    ['Google Chrome', 'chroome', 'slip'],
    ['Google Chrome', 'chrime', 'slip'],
    ['LT-CPH-0412', 'ltchp0412', 'slip'],
    ['LT-CPH-0412', '0421', 'slip'],
    ['LT-CPH-0412', '0413', undefined],
    ['Google Chrome', 'crmoe', undefined],
    ['Google Chrome', 'xyz', undefined],
    ['Google Chrome', ' ', undefined],
    ['Notepad++', '++', 'inside'],
    ['Notepad', '++', undefined],
  ] as const)('%s by "%s": %s', (name, typed, kind) => expect(matchName(name, typed)).toBe(kind));
});

describe('patterns of a slip', () => {
  it('are bounded, and carry no sign that means something to a pattern except _', () => {
    expect(slipPatterns('abc')).toEqual([]);
    expect(slipPatterns('abcdefghijklm')).toEqual([]);
    expect(slipPatterns('abcdefghijkl').length).toBeLessThanOrEqual(46);
    expect(swapPatterns('abcd')).toEqual(['bacd', 'acbd', 'abdc']);
    expect(swapPatterns('abcdefghijkl')).toHaveLength(11);
    expect(slipPatterns('a%b\\c_d').every((pattern) => /^[abcd_]+$/.test(pattern))).toBe(true);
  });
  it('keep characters beyond the basic plane whole', () =>
    expect(slipPatterns('\u{1F600}abc')).toContain('a\u{1F600}bc'));
});

it('a compact name has no separators', () => expect(compactName("O'Neil (x64) 7-Zip")).toBe('oneilx647zip'));
