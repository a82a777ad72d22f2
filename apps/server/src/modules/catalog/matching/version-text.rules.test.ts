import { describe, expect, it } from 'vitest';
import { isNoBound, readBound, readVersionText } from './version-text.rules.ts';

const words = (text: string): string | undefined =>
  readVersionText(text)
    ?.map(({ from, isFromIncluded, to, isToIncluded, exact }) => {
      if (exact !== undefined) return exact;
      const lower = from === undefined ? '' : `${isFromIncluded ? '>=' : '>'}${from}`;
      const upper = to === undefined ? '' : `${isToIncluded ? '<=' : '<'}${to}`;
      return `${lower}${upper}` || 'all';
    })
    .join(' | ');

describe('what stands where a version should', () => {
  it.each([
    ['2.45.0', '2.45.0'],
    ['v4.29.0', '4.29.0'],
    [' 24.08 (x64)', '24.08'],
    ['4.66 64bit', '4.66'],
    ['= 2.45.0', '2.45.0'],
    ['>= 2.37.0, < 2.37.5', '>=2.37.0<2.37.5'],
    ['>= 1.2, < 1.4, >= 2.0, <= 2.1', '>=1.2<1.4 | >=2.0<=2.1'],
    ['>= 1.0 < 2.0', '>=1.0<2.0'],
    ['<= 8.5.6', '<=8.5.6'],
    ['< v1.2.3', '<1.2.3'],
    ['before version 23.4.39.10', '<23.4.39.10'],
    ['Before v1.2.3', '<1.2.3'],
    ['prior to 1.2', '<1.2'],
    ['Versions prior to 5.08.02.25', '<5.08.02.25'],
    ['All versions prior to CUDA Toolkit v12.3', '<12.3'],
    ['All versions up to and including CUDA Toolkit 12.6', '<=12.6'],
    ['5.7.33 and prior', '<=5.7.33'],
    ['9.3 or earlier', '<=9.3'],
    ['Fixed in 7.83.1', '<7.83.1'],
    ['Fixed in OpenSSL 1.0.2d (Affected 1.0.2-1.0.2c)', '>=1.0.2<=1.0.2c'],
    ['4.x', '>=4<5'],
    ['10.1.2046.x', '>=10.1.2046<10.1.2047'],
    ['v1.2.0 - v1.4.2', '>=1.2.0<=1.4.2'],
    ['7.0.0 through 7.0.9, 6.4.0 through 6.4.8', '>=7.0.0<=7.0.9 | >=6.4.0<=6.4.8'],
    ['GIMP 2.10.34 (revision 1)', '2.10.34'],
    ['8u251, 11.0.7, 14.0.1', '8u251 | 11.0.7 | 14.0.1'],
    ['2024.2 EAP3', '2024.2-eap3'],
    ['*', 'all'],
    ['all versions', 'all'],
  ])('"%s" means %s', (text, meaning) => {
    expect(words(text)).toBe(meaning);
  });

  it.each(['', 'n/a', 'see references', 'unspecified', '-', 'MongoDB for VS Code', 'https://aka.ms/x', 'QCA6574AU'])(
    '"%s" has no meaning to rely on',
    (text) => {
      expect(words(text)).toBeUndefined();
    },
  );

  it('takes no longer for a text made to take long', () => {
    const started = performance.now();
    words(`${'a '.repeat(5000)}!`);
    words(`${'1.'.repeat(900)}x y`);
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('may be a bound', () => {
    expect(readBound('11.2.7.53812 ')).toEqual({ at: '11.2.7.53812', isSeries: false });
    expect(readBound('10.0.20348..2762')).toEqual({ at: '10.0.20348.2762', isSeries: false });
    expect(readBound('10.1.2063.x')).toEqual({ at: '10.1.2063', isSeries: true });
    expect(readBound('publication')).toBeUndefined();
    expect(['0', 'unspecified', '*', ''].every(isNoBound)).toBe(true);
    expect(isNoBound('1.0')).toBe(false);
  });
});
