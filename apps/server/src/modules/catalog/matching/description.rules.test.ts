import { describe, expect, it } from 'vitest';
import { readDescription } from './description.rules.ts';

const words = (text: string, ...names: string[]): string[] =>
  readDescription(text, names).map(
    ({ from, to, isToIncluded }) => `${from === undefined ? '' : `${from} `}${isToIncluded ? '<=' : '<'} ${to}`,
  );

const many =
  'In PuTTY 0.68 through 0.80 before 0.81, biased nonces are used. This also affects FileZilla before 3.67.0, WinSCP before 6.3.3, TortoiseGit before 2.15.0.1, and TortoiseSVN through 1.14.6.';

describe('a description', () => {
  it.each<[string, string, string[]]>([
    ['PuTTY', many, ['0.68 < 0.81']],
    ['WinSCP', many, ['< 6.3.3']],
    ['TortoiseSVN', many, ['<= 1.14.6']],
    ['Bitwarden Desktop', 'Bitwarden Desktop 2023.7.0 and below allows an attacker', ['<= 2023.7.0']],
    ['Mattermost Desktop App', 'Mattermost Desktop App versions <=5.8.0 fail to safeguard', ['<= 5.8.0']],
    [
      'Acrobat Reader',
      'Acrobat Reader versions 20.005.30636, 24.002.20965, 24.001.30123 and earlier are affected',
      ['<= 20.005.30636', '<= 24.002.20965', '<= 24.001.30123'],
    ],
    [
      'Acrobat Reader',
      'Acrobat Reader DC versions versions 2020.013.20074 (and earlier) and 2017.011.30188 (and earlier) are affected',
      ['<= 2020.013.20074', '<= 2017.011.30188'],
    ],
  ])('says of %s: %s', (name, text, ranges) => {
    expect(words(text, name)).toEqual(ranges);
  });

  it('says nothing of a product whose name stands elsewhere', () => {
    expect(words('WinSCP crashes. Another product before 6.3.3 is affected too.', 'WinSCP')).toEqual([]);
    expect(words('MyPuTTY before 1.0', 'PuTTY')).toEqual([]);
  });

  it('may hold signs that mean something in patterns', () => {
    expect(words('Notepad++ before 8.1 (x64)', 'Notepad++')).toEqual(['< 8.1']);
  });
});
