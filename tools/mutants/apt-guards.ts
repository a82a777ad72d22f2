const apt = 'apps/agent/src/os/linux/apt';
const real = `${apt}/apt.test.ts`;
const planTest = `${apt}/apt-plan.test.ts`;
const evil = 'packages/orders/src/evil-server.test.ts';
const orders = 'gains nothing by at least thirty orders for the host’s own package system';

/** What keeps an order from doing more to a Linux than bringing copies to newer versions that its distribution signed. */
export const aptMutants = [
  {
    guard: 'name of a system package',
    file: 'packages/orders/src/system-package.ts',
    without: '/^[a-z0-9][a-z0-9+.-]{1,99}$/',
    instead: '/^[a-z0-9+.-]{1,99}/',
    red: { file: evil, test: orders },
  },
  {
    guard: 'version of a system package',
    file: 'packages/orders/src/system-package.ts',
    without: '[A-Za-z0-9.+~:-]{0,98}[A-Za-z0-9~])?$/',
    instead: '[A-Za-z0-9.+~:-]{0,99})?$/',
    red: { file: evil, test: orders },
  },
  {
    guard: 'kind of an order for a system package',
    file: 'packages/orders/src/judge.ts',
    without: "if ((given.kind === 'upgrade-system-package') !== (given.systemPackage !== undefined))",
    instead: "if (given.systemPackage?.name === '')",
    red: { file: evil, test: orders },
  },
  {
    guard: 'what the signer signs about system packages',
    file: 'apps/signer/src/signer.ts',
    without: 'systemPackage: systemPackage.optional(),',
    instead: 'systemPackage: z.any().optional(),',
    red: {
      file: 'apps/signer/src/signer.test.ts',
      test: 'signs an upgrade of a system package for a name and a version that apt can read as nothing else',
    },
  },
  {
    guard: 'a host’s own policy about system packages',
    file: 'packages/orders/src/judge.ts',
    without: '? [debTag(systemPackage.name)]',
    instead: '? []',
    red: { file: evil, test: 'a system package that the host’s own policy refuses' },
  },
  {
    guard: 'no removal by apt',
    file: `${apt}/apt-plan.ts`,
    without: "if (kind === 'remove')",
    instead: "if (kind === 'remove' && other === '')",
    red: { file: planTest, test: 'that removes something is not carried out' },
  },
  {
    guard: 'no new package by apt',
    file: `${apt}/apt-plan.ts`,
    without: "if (kind === 'install')",
    instead: "if (kind === 'install' && other === '')",
    red: { file: real, test: 'installs nothing that is not there' },
  },
  {
    guard: 'no older version by apt',
    file: `${apt}/apt-plan.ts`,
    without: 'if (!isOlder(from, to))',
    instead: "if (from === '')",
    red: { file: planTest, test: 'that takes something back is not carried out' },
  },
  {
    guard: 'the version that was ordered from apt',
    file: `${apt}/apt-plan.ts`,
    without: 'return planned?.to === version ?',
    instead: 'return planned !== undefined ?',
    red: { file: planTest, test: 'is not carried out when it is about another package or another version' },
  },
  {
    guard: 'sources that apt believes unchecked',
    file: `${apt}/apt-reader.ts`,
    without: "&& sourcesFile !== '' && !loosened.has(sourcesFile) && !isNamed",
    instead: "&& sourcesFile !== ''",
    red: {
      file: real,
      test: 'counts for nothing where apt was told to believe a repository that it did not check',
    },
  },
  {
    guard: 'every source of a version is signed',
    file: `${apt}/apt-reader.ts`,
    without: 'places.every((place) => signed.has(place))',
    instead: 'places.some((place) => signed.has(place))',
    red: { file: real, test: 'counts for nothing where an unchecked repository has the same version as a signed one' },
  },
  {
    guard: 'dependencies from signed sources',
    file: `${apt}/apt.ts`,
    without: 'return !own || !isVouchedFor(own, step.to, signed);',
    instead: 'return !own;',
    red: { file: real, test: 'believes no dependency from a repository that apt did not check' },
  },
  {
    guard: 'holds of the host’s administrator',
    file: `${apt}/apt.ts`,
    without: 'if (held.has(name) || ',
    instead: "if (name === '' || ",
    red: { file: real, test: 'leaves out what the administrator of the host holds' },
  },
  {
    guard: 'offers that an order can name',
    file: 'apps/server/src/modules/inventory/copies.rules.ts',
    without: "|| source !== 'dpkg' || !isSystemPackage({ name, version: offered })",
    instead: "|| source !== 'dpkg'",
    red: {
      file: 'apps/server/src/modules/inventory/copies.rules.test.ts',
      test: 'tells kinds of copies apart, and leaves those without an offer as they were',
    },
  },
  {
    guard: 'approved as far as the approved version',
    file: 'packages/rules/src/approvals/verdict.ts',
    without: '(compare(version, approved) ?? 1) <= 0',
    instead: '(compare(version, approved) ?? 0) < 9',
    red: {
      file: 'packages/rules/src/approvals/repositories.test.ts',
      test: 'approved, goes as far as the approved version and no further',
    },
  },
  {
    guard: 'packages of one name in different formats',
    file: 'apps/server/src/modules/catalog/versions.service.ts',
    without: "source === 'dpkg' ? debTag(name) : (productCode ?? '')",
    instead: 'debTag(name)',
    red: {
      file: 'apps/server/src/modules/patching/planning/system-packages.test.ts',
      test: 'is not what a program or an rpm of the same name is',
    },
  },
];
