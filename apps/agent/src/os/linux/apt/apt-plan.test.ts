import { describe, expect, it } from 'vitest';
import { problemOf } from './apt-plan.ts';
import { isLoosened, parsePolicy, parseSimulation, parseTargets } from './apt-tables.ts';

const upgrade = 'Inst openssl [3.0.15-1] (3.0.17-1 Debian-Security:12/stable-security [amd64])';
const planned = (...lines: string[]) =>
  problemOf(
    parseSimulation(['Reading package lists...', ...lines, 'Conf openssl (3.0.17-1 x [amd64])']),
    'openssl',
    '3.0.17-1',
  );

describe('a plan of apt', () => {
  it('is carried out when it only brings copies to newer versions', () => {
    expect(planned(upgrade)).toBeUndefined();
    expect(planned('Inst libssl3:i386 [3.0.15-1] (3.0.17-1 Debian:12/stable [i386]) []', upgrade)).toBeUndefined();
  });

  it('that removes something is not carried out', () => {
    for (const word of ['Remv', 'Purg'])
      expect(planned(upgrade, `${word} netcat [1.0]`)).toBe('apt would also remove netcat');
  });

  it('that installs something new is not carried out', () =>
    expect(planned(upgrade, 'Inst netcat (1.0 Debian:12/stable [amd64])')).toBe(
      'apt would also install netcat, which is not there',
    ));

  it('that takes something back is not carried out', () => {
    const back = (line: string) => planned(upgrade, line);
    expect(back('Inst curl [8.0] (7.0 Debian:12/stable [amd64])')).toBe('apt would take curl from 8.0 back to 7.0');
    expect(back('Inst curl [8.0] (8.0 Debian:12/stable [amd64])')).toBe('apt would take curl from 8.0 back to 8.0');
    expect(back('Inst curl [8.0]')).toBe('apt would take curl from 8.0 back to ');
  });

  it('is not carried out when it is about another package or another version', () => {
    expect(planned()).toBe('apt would not bring openssl to 3.0.17-1');
    expect(planned('Inst openssl [3.0.15-1] (3.0.18-1 Debian:12/stable [amd64])')).toBe(
      'apt would not bring openssl to 3.0.17-1',
    );
  });
});

describe('the tables of apt', () => {
  it('give each version with its repositories, whatever stands behind it', () => {
    const lines = [
      'N: a note',
      'openssl:',
      '  Installed: 3.0.15-1',
      '  Candidate: 3.0.17-1',
      '  Version table:',
      '     3.0.17-1 500 (phased 10%)',
      '       1001 https://a.example/debian stable/main amd64 Packages',
      '        -10 https://b.example/debian stable/main amd64 Packages',
      ' *** 3.0.15-1 100',
      '        100 /var/lib/dpkg/status',
      'libc6:i386:',
      '  Installed: (none)',
    ];
    const found = parsePolicy(lines);
    expect(found.get('openssl')).toEqual({
      installed: '3.0.15-1',
      candidate: '3.0.17-1',
      sources: new Map([
        [
          '3.0.17-1',
          [
            'https://a.example/debian stable/main amd64 Packages',
            'https://b.example/debian stable/main amd64 Packages',
          ],
        ],
        ['3.0.15-1', ['/var/lib/dpkg/status']],
      ]),
    });
    expect([...found.keys()]).toEqual(['openssl', 'libc6:i386']);
  });

  it('give repositories; a line that is none gives nothing', () => {
    expect(
      parseTargets(['yes\thttps://a.example/\t/etc/apt/sources.list:12\tA Packages', '', 'yes\ta', 'a\tb\tc\td\te']),
    ).toEqual([
      { isTrusted: true, uri: 'https://a.example/', sourcesFile: '/etc/apt/sources.list', description: 'A Packages' },
    ]);
  });

  it.each([
    ['deb [arch=amd64 trusted=yes] https://a.example ./', true],
    ['deb [ allow-weak=yes ] https://a.example ./', true],
    ['Types: deb\nTRUSTED: yes\n', true],
    ['deb https://a.example ./\ndeb [allow-insecure=yes] https://b.example ./', true],
    ['# deb [trusted=yes] https://a.example ./\ndeb https://a.example ./', false],
    ['deb [signed-by=/usr/share/keyrings/a.gpg] https://a.example ./', false],
  ])('%j tells apt to believe what it has not checked: %s', (text, expected) =>
    expect(isLoosened(text)).toBe(expected),
  );

  it('of sixteen megabytes are read in a moment', () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => `     ${'1'.repeat(60)}${i} ${' '.repeat(20)}`);
    expect(parsePolicy(['a:', ...lines]).get('a')?.sources.size).toBe(200_000);
  });
});
