import type { Attack, Deliveries } from './attacks.factory.ts';
import type { Delivery } from './judge.ts';
import { type Order, type PackageStatement, readStatement, signersOf, signStatement } from './statements.ts';

/**
 * What a thief would do with packages that were honestly vouched for, to a host on x64 that has one older copy of the
 * package of the deliveries, for x64, and nothing else. Every order is sound but for its host: each has a number of its own from `first`
 * on, because the host believes it before it looks for a copy.
 */
export const attacksOnCopies = ({ offline, root, statement, ordered }: Deliveries, first: number): Attack[] => {
  const installedAs = statement.installedAs ?? { names: ['7-zip'], publishers: [], scheme: 'generic' };
  let sequence = first - 1;
  const vouched = (about: Partial<PackageStatement>, more: Partial<Order> = {}): Partial<Delivery> => {
    const text = signStatement('package', { ...statement, ...about }, offline.catalogue);
    const statementHash = readStatement('package', text, signersOf(root.catalogue)).hash;
    return { package: text, order: ordered({ statementHash, sequence: (sequence += 1), ...more }) };
  };
  const called = (...names: string[]) => ({ installedAs: { ...installedAs, names } });
  const other = { channelTag: 'anydesk', version: '9.0', ...called('anydesk') };
  const install = { kind: 'install-package' } as const;
  const removesFirst = { by: 'uninstallEntry' as const, arguments: ['/S'] };
  return [
    ['an update of a remote-access tool that is not there', 'notInstalled', vouched(other)],
    [
      'an update of an application that is not there, under the channel of one that is',
      'notInstalled',
      vouched(called('anydesk')),
    ],
    [
      'the same file vouched for as another application',
      'notInstalled',
      vouched({ channelTag: 'winrar', ...called('winrar') }),
    ],
    ['an update to an older version than the copy', 'notInstalled', vouched({ version: '0.9' })],
    [
      'an update whose list of versions is older than the copy too',
      'notInstalled',
      vouched({ version: '0.9', installedAs: { ...installedAs, displayVersions: ['0.9.0', '0.8'] } }),
    ],
    [
      'an update by a maker who made no copy here',
      'notInstalled',
      vouched({ installedAs: { ...installedAs, publishers: ['Evil'] } }),
    ],
    ['an update of another line', 'notInstalled', vouched({ installedAs: { ...installedAs, line: '7000' } })],
    ['a name that would be every name if it were a pattern', 'notInstalled', vouched(called('.*', '*', '%'))],
    [
      'a name that is the beginning of one that is there',
      'notInstalled',
      vouched(called(...installedAs.names.map((name) => name.slice(0, -1)))),
    ],
    [
      'a name that begins like one that is there',
      'notInstalled',
      vouched(called(...installedAs.names.map((name) => `${name} cleaner`))),
    ],
    ['an update of 32-bit copies, of which there is none', 'notInstalled', vouched({ architectures: ['x86'] })],
    ['an update for a processor that the host has not', 'wrongArchitecture', vouched({ architectures: ['arm64'] })],
    [
      'an installation for a processor that the host has not',
      'wrongArchitecture',
      vouched({ architectures: ['arm64'], isInstallable: true }, install),
    ],
    ['an installation of what was vouched for as an update', 'notInstallable', vouched({}, install)],
    ['an installation of a remote-access tool', 'notInstallable', vouched(other, install)],
    [
      'an installation that says it is installable in an option',
      'notInstallable',
      vouched(other, { ...install, options: { isInstallable: 'true' } }),
    ],
    ['a removal of an application that is not there', 'notInstalled', vouched({ ...other, removesFirst })],
    ['a removal that the list of the host does not say how to do', 'notRemovable', vouched({ removesFirst })],
  ];
};
