import { describe, expect, it } from 'vitest';
import type { Cpe } from './advisory.types.ts';
import { conditionHolds, cpeKey, isForWindows, parseCpe, platformsHold } from './cpe.rules.ts';

const cpe = (name: string): Cpe => {
  const parsed = parseCpe(name);
  if (parsed === undefined) throw new Error(`not a CPE: ${name}`);
  return parsed;
};

describe('a CPE name', () => {
  it('is split where colons are not escaped, and unescaped', () => {
    expect(cpe(String.raw`cpe:2.3:a:notepad-plus-plus:notepad\+\+:8.1\:2:rc1:*:*:esr:windows:x64:*`)).toEqual({
      part: 'a',
      vendor: 'notepad-plus-plus',
      product: 'notepad++',
      version: '8.1:2',
      update: 'rc1',
      edition: '*',
      swEdition: 'esr',
      targetSw: 'windows',
      targetHw: 'x64',
    });
    expect(cpeKey(cpe(String.raw`cpe:2.3:a:Intel:driver_\&_support_assistant:-:*:*:*:*:*:*:*`))).toBe(
      'intel:driver_&_support_assistant',
    );
  });

  it('may be short, or of the older form', () => {
    expect(cpe('cpe:2.3:a:vim:vim')).toMatchObject({ version: '*', targetSw: '*' });
    expect(cpe('cpe:/a:foo:bar%2b:1.0')).toMatchObject({ product: 'bar+', version: '1.0', targetSw: '*' });
  });

  it.each(['', 'cpe:2.3:x:a:b:1', 'cpe:2.3:a::b', 'vim:vim', 'cpe:2.3:a'])('is not "%s"', (name) => {
    expect(parseCpe(name)).toBeUndefined();
  });

  it.each([
    ['*', true],
    ['windows', true],
    ['macos', false],
    ['node.js', false],
    ['android', false],
  ])('for target software %s means the Windows program: %s', (target, isWindows) => {
    expect(isForWindows(cpe(`cpe:2.3:a:x:y:*:*:*:*:*:${target}:*:*`))).toBe(isWindows);
  });
});

describe('a platform condition', () => {
  const windows = cpe('cpe:2.3:o:microsoft:windows:-:*:*:*:*:*:*:*');
  const android = cpe('cpe:2.3:o:google:android:-:*:*:*:*:*:*:*');
  const hardware = cpe('cpe:2.3:h:intel:core_i7:-:*:*:*:*:*:*:*');

  it.each<[string, Cpe[], boolean]>([
    ['Windows', [windows], true],
    ['Windows or Android', [android, windows], true],
    ['Android alone', [android], false],
    ['hardware, which a version cannot show', [hardware], true],
  ])('on %s', (_, alternatives, holds) => {
    expect(conditionHolds(alternatives)).toBe(holds);
  });

  it.each<[string[], boolean]>([
    [[], true],
    [['windows'], true],
    [['macos', 'windows'], true],
    [['ios'], false],
    [['macos', 'linux'], false],
    [['unknown'], true],
    [['x64-based systems'], true],
  ])('in words: %s', (platforms, holds) => {
    expect(platformsHold(platforms)).toBe(holds);
  });
});
