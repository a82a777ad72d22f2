const ownReports = {
  file: 'apps/server/src/modules/results/recount/foreign-reports.test.ts',
  test: 'changes no byte of what a customer sees of its own software',
};
const setAside = 'apps/server/src/modules/catalog/verdicts/set-aside.test.ts';

/** Guards of the catalogue: text that others choose, and rows that customers share. */
export const catalogMutants = [
  {
    guard: 'length of names',
    file: 'packages/rules/src/software/plain-name.ts',
    without: 'text.length > longestText',
    instead: 'text.length < 0',
    red: {
      file: 'apps/server/src/modules/catalog/channels/identify.test.ts',
      test: 'looks at no more than the longest name a host may report',
    },
  },
  {
    guard: 'time limit of matching',
    file: 'apps/server/src/modules/catalog/verdicts/name-matcher.service.ts',
    without: 'setTimeout(() => stop(`not matched within ${ms} ms`), ms)',
    // It ends all the same, three times as late, so that the test turns red and does not hang.
    instead: 'setTimeout(() => stop(`not matched within ${ms * 3} ms`), ms * 3)',
    red: {
      file: setAside,
      test: 'is set aside with its reason and named in the log, while the process goes on and the others are judged',
    },
  },
  {
    guard: 'names set aside',
    file: 'apps/server/src/modules/catalog/verdicts/identify.service.ts',
    without: 'installed.filter(({ isSetAside }) => !isSetAside)',
    instead: 'installed.filter(({ isSetAside }) => typeof isSetAside === "boolean")',
    red: { file: setAside, test: 'is not tried again, by no job and not after a restart' },
  },
  {
    guard: 'code in the identity of software',
    file: 'apps/server/src/modules/catalog/versions.service.ts',
    without: 'JSON.stringify([name, publisher, version, productCode, fileVersion])',
    instead: 'JSON.stringify([name, publisher, version, productCode === fileVersion])',
    red: ownReports,
  },
  {
    guard: 'spelling in the identity of software',
    file: 'apps/server/src/modules/catalog/channels/identity.rules.ts',
    without: '`software:${JSON.stringify([name, publisher])}`',
    instead: '`software:${JSON.stringify([name, publisher]).toLowerCase()}`',
    red: ownReports,
  },
];
