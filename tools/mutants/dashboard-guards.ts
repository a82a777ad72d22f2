/** Guards of what a dashboard tells and offers. */
export const dashboardMutants = [
  {
    guard: 'right to the first steps',
    file: 'packages/contract/src/first-steps.ts',
    without: "right: 'canMakeChanges',",
    instead: "right: 'canViewResults',",
    red: {
      file: 'apps/server/src/modules/dashboards/first-steps.test.ts',
      test: 'are for those who may change something',
    },
  },
  {
    guard: 'install token that still lets a host in',
    file: 'apps/server/src/modules/dashboards/first-steps.queries.ts',
    without: 't.expires_at > ${now}',
    instead: 't.expires_at is not null',
    red: {
      file: 'apps/server/src/modules/dashboards/first-steps.test.ts',
      test: 'are done by facts: a token that is good, then a host; its inventory',
    },
  },
  {
    guard: 'approvals behind the acts of What to do first',
    file: 'apps/server/src/modules/dashboards/do-first.service.ts',
    without: 'const acts = maySeeApprovals ? await',
    instead: 'const acts = reach.level ? await',
    red: {
      file: 'apps/server/src/modules/dashboards/do-first.test.ts',
      test: 'offers no decision where patching is off',
    },
  },
];
