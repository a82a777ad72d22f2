import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const lines = (csv: string) => csv.slice(1).split('\r\n').slice(0, -1);

test('starts with the UTF-8 mark and ends every line with CRLF', () => {
  expect(toCsv(['Host', 'CVEs'], [['LT-CPH-0412', 12]])).toBe('\ufeffHost,CVEs\r\nLT-CPH-0412,12\r\n');
});

test('quotes what would break a line', () => {
  expect(lines(toCsv(['a'], [['x,y'], ['say "hi"']]))).toEqual(['a', '"x,y"', '"say ""hi"""']);
  expect(toCsv(['a'], [['two\nlines']])).toBe('\ufeffa\r\n"two\nlines"\r\n');
});

test.each([
  ['=1+1', "'=1+1"],
  ['+45 1234', "'+45 1234"],
  ['-cmd', "'-cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
])('a formula is made plain: %j', (text, expected) => {
  expect(toCsv(['a'], [[text]])).toBe(`\ufeffa\r\n${expected}\r\n`);
});

test('heads are made plain too, numbers stay numbers, nothing is nothing', () => {
  expect(lines(toCsv(['=a', 'b', 'c'], [[-3, null, undefined]]))).toEqual(["'=a,b,c", '-3,,']);
});

test('no text of ours ever starts a cell with a formula sign', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      const body = toCsv(['a'], [[text]]).slice('\ufeffa\r\n'.length);
      expect(/^"?[=+\-@\t\r]/.test(body)).toBe(false);
    }),
  );
});
