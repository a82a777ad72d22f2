import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, isScheme, type SchemeName, versionKey, versionTrack } from './schemes.ts';

const all: Record<SchemeName, true> = {
  adobe: true,
  citrix: true,
  date: true,
  dpkg: true,
  generic: true,
  java: true,
  openvpn: true,
  rpm: true,
  semver: true,
  windows: true,
};
const schemeNames = Object.keys(all) as SchemeName[];

type Case = [scheme: SchemeName, a: string, sign: '<' | '=' | '>', b: string];
const signs = { '<': -1, '=': 0, '>': 1 };

describe('versions', () => {
  it.each<Case>([
    ['windows', '0.81.0.0', '=', '0.81'],
    ['windows', '127.0.6533.99', '<', '127.0.6533.120'],
    ['windows', '9.10', '>', '9.9'],
    ['windows', '7.01.0', '=', '7.1'],
    ['windows', '5.12.0 (8964)', '=', '5.12'],
    ['windows', '99999999999999999999.1', '>', '99999999999999999998.2'],
    ['semver', '1.0.0-alpha', '<', '1.0.0-alpha.1'],
    ['semver', '1.0.0-alpha.1', '<', '1.0.0-alpha.beta'],
    ['semver', '1.0.0-beta.2', '<', '1.0.0-beta.11'],
    ['semver', '1.0.0-rc.1', '<', '1.0.0'],
    ['semver', '1.0.0-alpha-a', '<', '1.0.0-alphab'],
    ['semver', 'v1.2.0+build.5', '=', '1.2.0'],
    ['java', '8u411', '=', '1.8.0_411'],
    ['java', '8.0.411', '=', '8.0.4110.9'],
    ['java', '1.8.0.411', '=', '8u411-perf'],
    ['java', '8.0.422.5', '>', '8u411'],
    ['java', '17.0.11+9', '=', '17.0.11.9'],
    ['java', '11.0.9', '<', '11.0.24'],
    ['java', 'jdk-21', '=', '21.0.0'],
    ['openvpn', '2.6.901', '=', '2.6.9-I001'],
    ['openvpn', '2.6.901', '<', '2.6.10'],
    ['openvpn', '2.6.1001', '=', '2.6.10'],
    ['openvpn', '2.5.020', '=', '2.5.2'],
    ['openvpn', '2.6.009', '=', '2.6.0'],
    ['citrix', '2403.1', '=', '24.3.1'],
    ['citrix', '2402 LTSR CU1', '<', '24.5.10.29'],
    ['citrix', '2402_cu1', '=', '24.2.1'],
    ['citrix', '23.11.1.140', '<', '2402'],
    ['date', '2024.06-1', '>', '2024.06'],
    ['date', '20240812', '=', '2024-08-12'],
    ['date', '240618', '=', '24.06.18'],
    ['date', '24.06.26', '<', '2024.7.1'],
    ['dpkg', '1.0~rc1', '<', '1.0'],
    ['dpkg', '1.0', '<', '1.0+b1'],
    ['dpkg', '1.0a', '<', '1.0+'],
    ['dpkg', '1.0a', '>', '1.0'],
    ['dpkg', '1:0.9', '>', '2.0'],
    ['dpkg', '1.2-1ubuntu1', '<', '1.2-1ubuntu2'],
    ['dpkg', '1.2-9', '<', '1.2-10'],
    ['dpkg', '1.2', '=', '1.2-0'],
    ['dpkg', '1.00', '=', '1.0'],
    ['rpm', '1.0~rc1-1', '<', '1.0-1'],
    ['rpm', '1.0^git1', '>', '1.0'],
    ['rpm', '1.0^git1', '<', '1.0.1'],
    ['rpm', '1.a', '<', '1.1'],
    ['rpm', '5.5p1', '<', '5.5p10'],
    ['rpm', '2:1.0-1', '>', '1:9.9-9'],
    ['rpm', '1.0.el9', '>', '1.0'],
    ['rpm', '1_0', '=', '1.0'],
    ['generic', '1.0.2a', '>', '1.0.2'],
    ['generic', '1.0.2zc', '<', '1.0.3'],
    ['generic', '3.13.0a1', '<', '3.13.0rc2'],
    ['generic', '3.13.0rc2', '<', '3.13.0'],
    ['generic', '2.78c', '>', '2.78'],
    ['generic', 'G5.0.2', '<', 'G6.0.1'],
    ['generic', '1.2.44.405.g81fd6352', '>', '1.2.33.1042.g26c92729'],
    ['generic', '2024.2 EAP3', '<', '2024.2'],
    ['generic', '68.8.0esr', '>', '68.8.0'],
    ['generic', '8.9.1.1', '>', '8.9.1'],
    ['adobe', '2020.013.20074', '=', '20.013.20074'],
    ['adobe', '24.002.20965', '>', '24.001.30123'],
  ])('of %s: %s %s %s', (scheme, a, sign, b) => {
    expect(compareVersions(scheme, a, b)).toBe(signs[sign]);
    expect(compareVersions(scheme, b, a)).toBe(0 - signs[sign]);
  });

  it.each<[SchemeName, string]>([
    ['windows', 'latest'],
    ['semver', '1.2.3.4'],
    ['java', 'R28.3.12'],
    ['dpkg', ''],
    ['rpm', 'none'],
    ['generic', ''],
    ['date', 'June'],
    ['adobe', 'DC'],
    ['openvpn', 'two'],
  ])('of %s that it cannot read are said to be so: "%s"', (scheme, text) => {
    expect(versionKey(scheme, text)).toBeUndefined();
    expect(compareVersions(scheme, text, '1.0')).toBeUndefined();
  });

  it('of tracks are told apart', () => {
    expect(versionTrack('adobe', '24.002.20965')).toBe('continuous');
    expect(versionTrack('adobe', '24.001.30123')).toBe('classic 24');
    expect(versionTrack('adobe', '2020.005.30636')).toBe('classic 20');
    expect(versionTrack('windows', '1.2')).toBeUndefined();
  });

  it('have only the schemes that are listed', () => {
    expect(isScheme('java')).toBe(true);
    expect(isScheme('constructor')).toBe(false);
  });

  const anyVersion = fc.oneof(
    fc
      .array(
        fc.oneof(fc.nat(30), fc.constantFrom('a', 'b', 'rc', 'alpha', 'beta', '~', '^', '+', '-', '_', 'u', 'esr')),
        {
          minLength: 1,
          maxLength: 6,
        },
      )
      .chain((parts) => fc.constantFrom('.', '', '-').map((glue) => `1${glue}${parts.join(glue)}`)),
    fc.array(fc.nat(300), { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.')),
    fc.string({ maxLength: 20 }),
  );

  it.each(schemeNames)('of %s have one order, whatever the texts', (scheme) => {
    fc.assert(
      fc.property(anyVersion, anyVersion, anyVersion, (a, b, c) => {
        const [ab, bc, ac] = [
          compareVersions(scheme, a, b),
          compareVersions(scheme, b, c),
          compareVersions(scheme, a, c),
        ];
        const isRead = versionKey(scheme, a) !== undefined;
        expect(compareVersions(scheme, a, a)).toBe(isRead ? 0 : undefined);
        const reverse = compareVersions(scheme, b, a);
        expect(reverse === undefined ? undefined : 0 - reverse).toEqual(ab);
        if (ab !== undefined && bc !== undefined && ab <= 0 && bc <= 0) expect(ac).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });

  const numbers = fc.array(fc.nat(500), { minLength: 1, maxLength: 4 });
  it.each<SchemeName>(['windows', 'generic', 'dpkg', 'rpm'])('of %s that are numbers go by the numbers', (scheme) => {
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const width = Math.max(a.length, b.length);
        const pad = (list: number[]) => Array.from({ length: width }, (_, at) => list[at] ?? 0);
        const [left, right] = [pad(a), pad(b)];
        const at = left.findIndex((number, place) => number !== right[place]);
        const expected = at === -1 ? 0 : Math.sign((left[at] ?? 0) - (right[at] ?? 0));
        // Package managers tell 1.2 from 1.2.0; both texts are padded for them.
        const text = (list: number[], full: number[]) =>
          (scheme === 'dpkg' || scheme === 'rpm' ? full : list).join('.');
        expect(compareVersions(scheme, text(a, left), text(b, right))).toBe(expected);
      }),
    );
  });
});
