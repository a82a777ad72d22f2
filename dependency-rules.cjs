// Who may import whom, for the whole repository, in one place: docs/architecture.md draws the same picture.
// Each rule is broken on purpose under tools/broken and seen to fail by tools/check.test.ts.

// Lowest first. A module calls those to its left; those to its right react to its events.
const layers = [
  ['audit'],
  ['tenants'],
  ['identity'],
  ['hosts'],
  ['changes'],
  ['catalog'],
  ['inventory'],
  ['ignores'],
  ['results'],
  ['approvals'],
  ['patching'],
  ['deployments'],
  ['dashboards', 'patchpro', 'directory', 'support'],
];

const modules = '^apps/server/src/modules';
const anyOf = (names) => `${modules}/(${names.join('|')})/`;
const tests = '\\.(test|e2e)\\.tsx?$';
const npm = (names) => `(^|/)node_modules/(${names})/`;

const moduleOrder = layers.flatMap((layer, place) =>
  layer.map((name) => ({
    name: 'modules-call-leftwards',
    comment: `${name} may call only the modules to its left; the others react to its events`,
    severity: 'error',
    from: { path: anyOf([name]), pathNot: tests },
    to: { path: anyOf([...layer, ...layers.slice(place + 1).flat()]), pathNot: anyOf([name]) },
  })),
);

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-import-resolves',
      comment: 'a rule cannot hold what it cannot see',
      severity: 'error',
      from: {},
      // A query tells Vite how to load the file (?raw, ?url); a virtual module has no file at all.
      to: { couldNotResolve: true, pathNot: '\\?[a-z]+$|^virtual:' },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: tests },
      to: { pathNot: ['^packages/contract/', npm('zod')] },
    },
    {
      name: 'rules-are-pure',
      comment: 'decisions both sides run: no input or output, no clock, no library',
      severity: 'error',
      from: { path: '^packages/(rules|versions)/', pathNot: tests },
      to: { pathNot: '^packages/(contract|rules|versions)/' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '\\.rules\\.ts$' },
      // A hash is arithmetic; a row's shape is a word. Neither reads nor writes anything.
      to: { pathNot: ['^packages/', '\\.rules\\.ts$', '^crypto$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'packages-know-no-app',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|tools)/' },
    },
    {
      name: 'clients-never-import-the-server',
      severity: 'error',
      from: { path: '^apps/(?!server/)' },
      to: { path: '^apps/server/' },
    },
    {
      name: 'server-never-imports-a-client',
      severity: 'error',
      // Tests speak to a real signer, and with the agent as it is shipped.
      from: { path: '^apps/server/', pathNot: '/testkit/(signed-packages|shipped-agent)' },
      to: { path: '^apps/(?!server/)' },
    },
    {
      name: 'modules-meet-at-public',
      severity: 'error',
      from: { path: `${modules}/([^/]+)/` },
      to: { path: `${modules}/([^/]+)/`, pathNot: [`${modules}/$1/`, '/public\\.ts$'] },
    },
    ...moduleOrder,
    {
      name: 'modules-have-a-place',
      comment: 'name the new module in the order above first',
      severity: 'error',
      from: { path: `${modules}/`, pathNot: anyOf(layers.flat()) },
      to: {},
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^apps/server/src/platform/', pathNot: tests },
      to: { path: '^apps/server/src/(modules/|[^/]+\\.ts$)' },
    },
    {
      name: 'testkit-is-for-tests',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: ['^apps/server/src/testkit/', tests] },
      to: { path: ['^apps/server/src/testkit/', '^tools/'] },
    },
    {
      name: 'sql-lives-in-repositories-and-queries',
      comment: 'a service may hold a connection, by its type; only these files say anything over it',
      severity: 'error',
      from: {
        path: '^apps/server/src/(modules|platform)/',
        pathNot: ['\\.(repository|queries)\\.ts$', '^apps/server/src/platform/(db|bus|jobs)/', tests],
      },
      to: { path: npm('kysely|pg|@types/pg'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-do-not-meet',
      severity: 'error',
      from: { path: '^apps/console/src/features/([^/]+)/' },
      to: { path: '^apps/console/src/features/', pathNot: '^apps/console/src/features/$1/' },
    },
    {
      name: 'features-know-no-app',
      severity: 'error',
      from: { path: '^apps/console/src/features/' },
      to: { path: '^apps/console/src/app/' },
    },
    {
      name: 'ui-knows-only-ui',
      severity: 'error',
      from: { path: '^apps/console/src/ui/' },
      to: { path: '^apps/console/src/(?!ui/)' },
    },
    {
      name: 'lib-knows-no-screen',
      severity: 'error',
      from: { path: '^apps/console/src/lib/' },
      to: { path: '^apps/console/src/(app|features|ui)/' },
    },
    {
      name: 'nobody-imports-journeys-or-benches',
      severity: 'error',
      from: { pathNot: '^(e2e|bench)/' },
      to: { path: '^(e2e|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(apps|packages)/[^/]+/dist/', '^tools/broken/', '^tools/(node|cruise)/'] },
    // Type-only imports count: a boundary crossed by a type is crossed.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.css', '.json'],
    },
  },
};
