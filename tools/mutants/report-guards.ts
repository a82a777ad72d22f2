const test = 'apps/server/src/modules/dashboards/report/report.test.ts';
const file = 'apps/server/src/modules/dashboards/report/report.service.ts';

/** Guards of the report. */
export const reportMutants = [
  {
    guard: 'length of a report',
    file,
    without: 'if (refused !== undefined) throw invalid(refused);',
    instead: `if (refused === '') throw invalid(refused);`,
    red: { file: test, test: 'refuses days that are no period, or too many' },
  },
  {
    guard: 'changes of the system in a report',
    file,
    without: `isWithSystem: scope === 'customer' && hasApprovals`,
    instead: `isWithSystem: scope === 'customer'`,
    red: { file: test, test: 'counts changes of the system for its administrators only' },
  },
  {
    guard: 'sites of a report',
    file: 'apps/server/src/modules/dashboards/reach.service.ts',
    without: `const sites = await listUsableSites(tx, customerId, { user_id: userId, is_system_admin: isAdmin }, only);`,
    instead: `const sites = await listUsableSites(tx, customerId, { user_id: userId, is_system_admin: true }, only);`,
    red: { file: test, test: 'adds up the sites that its reader may see, and no other customer' },
  },
];
