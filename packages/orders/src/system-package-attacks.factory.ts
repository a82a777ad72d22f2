import type { Attack, Deliveries } from './attacks.factory.ts';
import type { Delivery } from './judge.ts';
import type { Order } from './statements.ts';

/** An upgrade of a package of the host's distribution, as it would be ordered. */
export const systemUpgrade = ({ ordered }: Deliveries, more: Partial<Order> = {}): Partial<Delivery> => ({
  order: ordered({
    kind: 'upgrade-system-package',
    statementHash: null,
    systemPackage: { name: 'openssl', version: '3.0.17-1~deb12u2' },
    ...more,
  }),
  package: null,
});

const evilNames: readonly [name: string, given: string][] = [
  ['that is an option', '--allow-unauthenticated'],
  ['that is a short option', '-o'],
  ['that sets an option of apt', '-oAPT::Get::AllowUnauthenticated=true'],
  ['that is a file', '/tmp/evil.deb'],
  ['that is a file in this folder', './evil.deb'],
  ['that leaves its folder', '../../evil.deb'],
  ['that names a version of its own', 'openssl=1.0'],
  ['that names a release', 'openssl/experimental'],
  ['that names an architecture', 'openssl:i386'],
  ['that is a pattern', 'open*'],
  ['that is a pattern of apt', '?installed'],
  ['that is another pattern of apt', '~i'],
  ['that is a task', 'ssh-server^'],
  ['of two words', 'openssl netcat'],
  ['with a line break', 'openssl\nnetcat'],
  ['that a shell would run', 'openssl;reboot'],
  ['that a shell would replace', '$(reboot)'],
  ['in capital letters', 'OpenSSL'],
  ['of one letter', 'x'],
  ['of no letter', ''],
  ['of a hundred and one letters', 'x'.repeat(101)],
  ['with a letter that looks like another', 'оpenssl'],
];

const evilVersions: readonly [name: string, given: string][] = [
  ['that apt reads as "remove"', '1.0-'],
  ['that apt reads as "install"', '1.0+'],
  ['that is an option', '--force-yes'],
  ['that begins with a dash', '-1'],
  ['that begins with a letter', 'evil'],
  ['of two words', '1.0 netcat'],
  ['with a line break', '1.0\n--purge'],
  ['with a NUL', '1.0\0'],
  ['that names another package', '1.0,netcat=1'],
  ['that leaves its folder', '1/../../evil'],
  ['that is a pattern', '1.*'],
  ['that a shell would replace', '1$(reboot)'],
  ['of no sign', ''],
  ['of a hundred and one signs', '1'.repeat(101)],
];

/** What a thief tries with orders for the host's own package system. None of these reaches apt. */
export const attacksOnSystemPackages = (honest: Deliveries, sequence = 41): Attack[] => {
  const ordered: Deliveries['ordered'] = (more) => honest.ordered({ sequence, ...more });
  const deliveries = { ...honest, ordered };
  const { good, statement } = honest;
  const named = (name: string, version: string): Partial<Delivery> =>
    systemUpgrade(deliveries, { systemPackage: { name, version } });
  const more = { name: 'openssl', version: '1.0', file: 'http://evil.example/x.deb' };
  return [
    ...evilNames.map(([what, name]): Attack => [
      `a system package with a name ${what}`,
      'malformed',
      named(name, '1.0'),
    ]),
    ...evilVersions.map(([what, version]): Attack => [
      `a system package with a version ${what}`,
      'malformed',
      named('openssl', version),
    ]),
    [
      'a system package that is a list',
      'malformed',
      systemUpgrade(deliveries, { systemPackage: ['openssl', '1.0'] as never }),
    ],
    ['a system package that brings an address', 'malformed', systemUpgrade(deliveries, { systemPackage: more })],
    [
      'a system package that brings a package',
      'packageNotWanted',
      { ...systemUpgrade(deliveries), package: good.package },
    ],
    [
      'a system package that names a statement',
      'packageNotWanted',
      systemUpgrade(deliveries, { statementHash: statement.sha256 }),
    ],
    [
      'a system package with options',
      'optionUnknown',
      systemUpgrade(deliveries, { options: { 'APT::Get::AllowUnauthenticated': 'true' } }),
    ],
    ['a system package that names Windows updates', 'kindMixedUp', systemUpgrade(deliveries, { kbs: [5_068_861] })],
    [
      'an upgrade of the system without its package',
      'kindMixedUp',
      { order: ordered({ kind: 'upgrade-system-package', statementHash: null }), package: null },
    ],
    ['a restart that names a system package', 'kindMixedUp', systemUpgrade(deliveries, { kind: 'restart' })],
    [
      'an update of an application that names a system package',
      'kindMixedUp',
      { order: ordered({ systemPackage: { name: 'openssl', version: '1.0' } }) },
    ],
    [
      'a Windows update that names a system package',
      'kindMixedUp',
      systemUpgrade(deliveries, { kind: 'windows-update', kbs: [5_068_861] }),
    ],
  ];
};
