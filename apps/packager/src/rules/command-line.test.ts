import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinCommandLine, splitCommandLine } from './command-line.ts';

describe('a command line', () => {
  it.for([
    ['', []],
    ['  /S \t /D ', ['/S', '/D']],
    ['--install "C:\\Program Files (x86)\\A" -x', ['--install', 'C:\\Program Files (x86)\\A', '-x']],
    ['a"b c"d', ['ab cd']],
    ['/P="x y"', ['/P=x y']],
    ['""', ['']],
    ['"a" ""', ['a', '']],
    ['"a""b"', ['a"b']],
    ['\\"a\\"', ['"a"']],
    ['"a\\\\" b', ['a\\', 'b']],
    ['"a\\\\\\"b"', ['a\\"b']],
    ['C:\\a\\b\\', ['C:\\a\\b\\']],
    ['"open', ['open']],
  ] as const)('%s is taken apart as Windows does', ([text, given]) => {
    expect(splitCommandLine(text, 'program')).toEqual(given);
  });

  it.for([
    ['NAME="a b" OTHER=c', ['NAME=a b', 'OTHER=c']],
    ['NAME="a ""b"""', ['NAME=a "b"']],
    ['DIR="C:\\a b\\"', ['DIR=C:\\a b\\']],
    ['/qn /norestart', ['/qn', '/norestart']],
  ] as const)('%s is taken apart as the Windows Installer does', ([text, given]) => {
    expect(splitCommandLine(text, 'msi')).toEqual(given);
    expect(joinCommandLine(given, 'msi')).toBe(text);
  });

  const letters = fc.constantFrom('a', 'B', '=', ' ', '\t', '"', '\\', '/', 'ä');
  const given = fc.array(fc.string({ unit: letters, maxLength: 12 }), { maxLength: 6 });

  it.for(['program', 'msi'] as const)('put together and taken apart is the same: %s', (dialect) => {
    fc.assert(
      fc.property(given, (some) => {
        expect(splitCommandLine(joinCommandLine(some, dialect), dialect)).toEqual(some);
      }),
    );
  });

  it('has no argument with a blank outside quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\\') }), (text) => {
        expect(splitCommandLine(text, 'program')).toEqual(text.split(/[ \t]+/).filter((part) => part !== ''));
      }),
    );
  });
});
