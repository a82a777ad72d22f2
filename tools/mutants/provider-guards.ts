/** Guards of the sites that the System Dashboard lists and compares. */
export const providerMutants = [
  {
    guard: 'sites that are compared',
    file: 'apps/server/src/modules/dashboards/sites.service.ts',
    without: 'if (![left, right].every((id) => reach.siteIds.includes(id))) throw notFound();',
    instead: '',
    red: {
      file: 'apps/server/src/modules/dashboards/sites.test.ts',
      test: 'are both sites that the caller may look into',
    },
  },
  {
    guard: 'drift only for who sees the approvals of all sites',
    file: 'apps/server/src/modules/dashboards/reach.service.ts',
    without: 'scopeId: customerId, siteIds, hasApprovals: isAdmin };',
    instead: 'scopeId: customerId, siteIds, hasApprovals: true };',
    red: {
      file: 'apps/server/src/modules/dashboards/sites.test.ts',
      test: 'are counted as the approvals of the site list them, for who may see those',
    },
  },
];
