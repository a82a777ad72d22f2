// Who may import whom, for the whole repository, in one place: docs/architecture.md draws the same picture.
// Each rule is broken on purpose under tools/broken and seen to fail by tools/check.test.ts.

// Lowest first. A module imports only those to its left. What it needs of one to its right is handed to it in app.ts or
// jobs.ts, or is a job that it queues.
const layers = [
  ['audit'],
  ['tenants'],
  ['identity'],
  ['hosts'],
  ['resources'],
  ['custom-software'],
  ['changes'],
  ['catalog'],
  ['inventory'],
  ['ignores'],
  ['results'],
  ['approvals'],
  ['patching'],
  ['deployments'],
  ['dashboards', 'patchpro', 'directory', 'support', 'views'],
  ['alerts'],
];

const modules = '^apps/server/src/modules';
const anyOf = (names) => `${modules}/(${names.join('|')})/`;
const tests = '\\.(test|e2e)\\.tsx?$';
const npm = (names) => `(^|/)node_modules/(${names})/`;

const moduleOrder = layers.flatMap((layer, place) =>
  layer.map((name) => ({
    name: 'modules-call-leftwards',
    comment: `${name} may import only modules to its left; have what it needs of others handed over in app.ts or jobs.ts`,
    severity: 'error',
    from: { path: anyOf([name]), pathNot: tests },
    to: { path: anyOf([...layer, ...layers.slice(place + 1).flat()]), pathNot: anyOf([name]) },
  })),
);

// Folders within a module or a feature, lowest first. A room calls those to its left, never one beside it. What lies at
// the module's root (public.ts, routes, tables) may call any room.
const rooms = {
  [`${modules}/identity`]: [['users', 'sites', 'factors'], ['account', 'guests', 'sso'], ['scim']],
  [`${modules}/hosts`]: [['agents'], ['settings'], ['groups-and-tags'], ['restarts']],
  [`${modules}/results`]: [
    ['past'],
    ['verdicts'],
    ['applications'],
    ['issues', 'windows-updates'],
    ['host'],
    ['recount'],
    ['history'],
  ],
  [`${modules}/approvals`]: [['customization'], ['policy'], ['resolution'], ['matrix'], ['changes'], ['why']],
  [`${modules}/patching`]: [['tasks'], ['planning', 'delivery', 'verification', 'activity']],
  '^apps/console/src/features/approvals': [['change-sets', 'custom-settings', 'why'], ['pending'], ['matrix']],
};
const anyRoom = (folder, names) => `${folder}/(${names.join('|')})/`;

const roomOrder = Object.entries(rooms).flatMap(([folder, order]) => [
  ...order.flatMap((layer, place) =>
    layer.map((name) => ({
      name: 'rooms-call-leftwards',
      comment: `${name} may call only the rooms to its left`,
      severity: 'error',
      from: { path: anyRoom(folder, [name]), pathNot: tests },
      to: { path: anyRoom(folder, [...layer, ...order.slice(place + 1).flat()]), pathNot: anyRoom(folder, [name]) },
    })),
  ),
  {
    name: 'rooms-have-a-place',
    comment: 'name the new room in the order above first',
    severity: 'error',
    from: { path: `${folder}/[^/]+/`, pathNot: anyRoom(folder, order.flat()) },
    to: {},
  },
]);

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
      name: 'orders-import-only-zod',
      comment: 'whoever judges an order needs nothing but this package',
      severity: 'error',
      from: { path: '^packages/orders/', pathNot: tests },
      to: { pathNot: ['^packages/orders/', npm('zod'), '^(node:)?crypto$'] },
    },
    {
      name: 'agent-client-imports-contract-and-rules',
      severity: 'error',
      from: { path: '^packages/agent-client/', pathNot: tests },
      to: { pathNot: ['^packages/(agent-client|contract|rules)/', npm('zod'), '^(node:)?(crypto|zlib)$'] },
    },
    {
      name: 'signer-imports-only-orders',
      comment: 'the process that holds the keys runs as little code as possible',
      severity: 'error',
      from: { path: '^apps/signer/', pathNot: tests },
      to: {
        pathNot: ['^apps/signer/', '^packages/(orders|socket)/', npm('zod'), '^(node:)?(crypto|fs|http|path|util)$'],
      },
    },
    {
      name: 'packager-imports-no-other-app',
      comment: 'it believes no word of the server, so no code of the server runs in it, and it knows no database',
      severity: 'error',
      from: { path: '^apps/packager/', pathNot: tests },
      to: {
        pathNot: [
          '^apps/packager/',
          '^packages/(command|evidence|orders|pe|records|rules|socket|starter|versions|winget)/',
          '^packages/contract/src/(packager|variants)[.]ts$',
          npm('zod|asn1js|tuf-js|@tufjs/models'),
        ],
        dependencyTypesNot: ['core'],
      },
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
      // Tests speak to a real signer and packager, and with the agent as it is shipped.
      from: { path: '^apps/server/', pathNot: '/testkit/(signed-packages|shipped-agent|vendor-world|uploads/)' },
      to: { path: '^apps/(?!server/)' },
    },
    {
      name: 'modules-meet-at-public',
      severity: 'error',
      from: { path: `${modules}/([^/]+)/` },
      to: { path: `${modules}/([^/]+)/`, pathNot: [`${modules}/$1/`, '/public\\.ts$'] },
    },
    ...moduleOrder,
    ...roomOrder,
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
      name: 'domain-knows-only-ui',
      severity: 'error',
      from: { path: '^apps/console/src/domain/' },
      to: { path: '^apps/console/src/(?!(domain|ui)/)' },
    },
    {
      name: 'acts-know-no-screen',
      severity: 'error',
      from: { path: '^apps/console/src/acts/' },
      to: { path: '^apps/console/src/(app|features|gallery)/' },
    },
    {
      name: 'lib-knows-no-screen',
      severity: 'error',
      from: { path: '^apps/console/src/lib/' },
      to: { path: '^apps/console/src/(acts|app|domain|features|ui)/' },
    },
    {
      name: 'support-knows-no-journey-and-no-suite',
      severity: 'error',
      from: { path: '^(e2e|bench)/support/' },
      to: { path: ['\\.e2e\\.ts$', '^bench/suites/'] },
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
