import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argvOf, msiArgumentsOf } from './command-line-readers.factory.ts';
import { commandLine } from './command-line.ts';

/** A twentieth, unless `npm run proofs -- deployment-rules` asks for all. */
const numRuns = process.env['FULL_SIZE'] ? 200_000 : 10_000;

/** What means something to one reader or the other comes up most. */
const hostile = fc.string({
  unit: fc.constantFrom('\\', '"', ' ', '\t', "'", '=', '/', '-', 'a', 'B', '%', '^', '$', '&', '{', 'é', '\u00a0'),
  maxLength: 12,
});

describe('the models of the readers agree with what is written of them', () => {
  // From Microsoft's pages on CommandLineToArgvW and on parsing of command-line arguments.
  it.each([
    ['"abc" d e', ['abc', 'd', 'e']],
    ['a\\\\b d"e f"g h', ['a\\\\b', 'de fg', 'h']],
    ['a\\\\\\"b c d', ['a\\"b', 'c', 'd']],
    ['a\\\\\\\\"b c" d e', ['a\\\\b c', 'd', 'e']],
    ['"" x', ['', 'x']],
    ['"a b"" c" d', ['a b"', 'c d']],
  ])('CommandLineToArgvW: %s', (line, argv) => {
    expect(argvOf(`setup.exe ${line}`)).toEqual(['setup.exe', ...argv]);
    expect(argvOf(`"C:\\Program Files\\setup.exe" ${line}`)).toEqual(['C:\\Program Files\\setup.exe', ...argv]);
  });

  it.each([
    ['PROPERTY="Embedded ""Quotes"" White Space"', ['PROPERTY=Embedded "Quotes" White Space']],
    ['DIR="C:\\My Apps\\" /qn  A=', ['DIR=C:\\My Apps\\', '/qn', 'A=']],
    ['A="" B=1', ['A=', 'B=1']],
  ])('the Windows Installer: %s', (line, found) => {
    expect(msiArgumentsOf(line)).toEqual(found);
  });
});

describe('a command line', () => {
  it('puts a text with blanks in quotes [DEP-49]', () => {
    const given = ['SERVER=two words', 'DIR=C:\\My Apps\\', '/S'];
    expect(commandLine('exe', given)).toBe('"SERVER=two words" "DIR=C:\\My Apps\\\\" /S');
    expect(commandLine('msi', given)).toBe('SERVER="two words" DIR="C:\\My Apps\\" /S');
    expect(commandLine('ps1', ['-Name', 'two words', ''])).toBe('-Name "two words" ""');
  });

  it(`is taken apart into the same arguments again, ${numRuns} times`, () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 4 }), (given) => {
        expect(argvOf(`setup.exe ${commandLine('exe', given)}`)).toEqual(['setup.exe', ...given]);
        const properties = given.map((text, at) => `P${at}=${text}`);
        expect(msiArgumentsOf(commandLine('msi', properties))).toEqual(properties);
        const others = given.map((text, at) => `-p${at}:${text.replaceAll('\t', ' ')}`);
        expect(msiArgumentsOf(commandLine('msp', others))).toEqual(others);
      }),
      { numRuns },
    );
  }, 300_000);
});
