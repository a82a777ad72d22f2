import { describe, expect, it } from 'vitest';
import { Draw } from '../approvals/random-policies.factory.ts';
import { argvOf, msiArgumentsOf } from './command-line-readers.factory.ts';
import { commandLine } from './command-line.ts';
import { drawArgument, drawText, textOption } from './options.factory.ts';
import { argumentsOf, type InstallOption, optionProblem, type OptionValue } from './options.ts';

/** A twentieth, unless `npm run proofs -- deployment-rules` asks for all. */
const numRuns = process.env['FULL_SIZE'] ? 200_000 : 10_000;

const server = textOption('SERVER={value}');
const quiet: InstallOption = { name: 'quiet', title: 'Quiet', type: 'flag', argument: '/quiet', isRequired: false };

describe('an install option', () => {
  it('with a text is invalid when its argument lacks the placeholder {value} [DEP-50]', () => {
    expect(optionProblem(server, 'a')).toBeUndefined();
    for (const argument of ['SERVER=', 'SERVER={server}', '{ value}', ''])
      expect(optionProblem({ ...server, argument }, 'a')).toBe('has no {value} in its argument');
  });

  it('that is a flag and set to true is invalid when its argument holds the placeholder [DEP-51]', () => {
    const wrong = { ...quiet, argument: 'QUIET={value}' };
    expect([optionProblem(quiet, true), optionProblem(wrong, true)]).toEqual([
      undefined,
      'has a {value} in its argument, but no text',
    ]);
    for (const value of [false, undefined]) expect(optionProblem(wrong, value)).toBeUndefined();
  });

  it('that is required and empty is invalid [DEP-52]', () => {
    const empty: [InstallOption, OptionValue][] = [
      [server, undefined],
      [server, ''],
      [server, ' \u00a0 '],
      [quiet, undefined],
    ];
    for (const [option, value] of empty) {
      expect(optionProblem({ ...option, isRequired: true }, value)).toBe('is required');
      expect(optionProblem(option, value)).toBeUndefined();
    }
    expect(optionProblem({ ...server, isRequired: true }, 'a')).toBeUndefined();
    for (const value of [true, false]) expect(optionProblem({ ...quiet, isRequired: true }, value)).toBeUndefined();
  });

  it('takes a text or on and off, not the other', () => {
    expect(optionProblem(server, true)).toBe('must be a text');
    expect(optionProblem(quiet, 'yes')).toBe('is on or off');
  });

  it.each(['a"b', "a'b", 'a`b', 'a\nb', 'a\0b', '-x', ' /x', '\\\\evil\\x', 'file://evil'])('refuses %j', (text) => {
    expect(optionProblem(server, text)).toMatch(/^must /);
    expect(() => argumentsOf([server], { server: text })).toThrow('Server must ');
  });
});

describe('the arguments of an installer', () => {
  it('are those of the options that were given, in their order', () => {
    const more = { ...server, name: 'dir', title: 'Folder', argument: 'DIR={value}\\bin' };
    expect(argumentsOf([server, quiet, more], { dir: 'C:\\My $& Apps', quiet: true, server: ' ' })).toEqual([
      '/quiet',
      'DIR=C:\\My $& Apps\\bin',
    ]);
    expect(argumentsOf([server, quiet], { quiet: false, unknown: 'x' })).toEqual([]);
    expect(argumentsOf([{ ...server, name: 'toString' }], {})).toEqual([]);
  });

  it(`are one each, as programs and the Windows Installer read them, over ${numRuns} pairs of option and text`, () => {
    const counts = { refused: 0, given: 0 };
    for (let seed = 0; seed < numRuns; seed++) {
      const draw = new Draw(seed);
      const [argument, text] = [drawArgument(draw), drawText(draw)];
      const option = textOption(argument, true);
      if (optionProblem(option, text) !== undefined) {
        expect(() => argumentsOf([option], { server: text })).toThrow('Server ');
        counts.refused += 1;
        continue;
      }
      const given = argumentsOf([option], { server: text });
      const all = ['/before', ...given, 'AFTER=1'];
      const read = {
        given: [argument.split('{value}').join(text.trim())],
        program: ['setup.exe', ...all],
        installer: all,
      };
      expect({
        given,
        program: argvOf(`setup.exe ${commandLine('exe', all)}`),
        installer: msiArgumentsOf(commandLine('msi', all)),
      }).toEqual(read);
      counts.given += 1;
    }
    // Neither half is a rarity.
    expect(Math.min(counts.refused, counts.given)).toBeGreaterThan(numRuns / 5);
  }, 300_000);
});
