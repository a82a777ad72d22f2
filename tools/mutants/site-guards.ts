/** Guards of the site that a call is about. */
export const siteMutants = [
  {
    guard: 'site that a call names',
    file: 'apps/server/src/modules/identity/authenticate.service.ts',
    without: 'const wanted = namedSiteId ?? (isRegistered ? row.bound_site_id : row.session_site_id);',
    instead: 'const wanted = isRegistered ? row.bound_site_id : row.session_site_id;',
    red: {
      file: 'apps/server/src/modules/identity/identity.routes.test.ts',
      test: 'is named by each call: two tabs on two sites each see and enter their own, and the session stays where it is',
    },
  },
  {
    guard: 'memory of a caller by site',
    file: 'apps/server/src/modules/identity/authenticate.service.ts',
    without: "const tab = `${instanceId ?? ''} ${namedSiteId ?? ''}`;",
    instead: "const tab = instanceId ?? '';",
    red: {
      file: 'apps/server/src/census.test.ts',
      test: 'may do nothing in a site that it names and its user may not enter',
    },
  },
  {
    guard: 'one site of a token',
    file: 'apps/server/src/platform/http/mount.ts',
    without: 'if (!isPerson && namedSiteId !== undefined && namedSiteId !== principal.siteId) throw notFound();',
    instead: '',
    red: {
      file: 'apps/server/src/modules/identity/api-tokens.test.ts',
      test: 'opens its site and no other, though its owner may enter all',
    },
  },
  {
    guard: 'site in the calls of the console',
    file: 'apps/console/src/lib/call.ts',
    without: 'if (siteId !== undefined) headers.set(wire.siteHeader, siteId);',
    instead: '',
    red: {
      file: 'apps/console/src/lib/call.test.ts',
      test: 'is the one that the tab shows, unless the call is about another one',
    },
  },
  {
    guard: 'tasks of a host where patching is off',
    file: 'apps/server/src/modules/patching/activity/activities.service.ts',
    without: "if (!mayCall('canViewPatching', context.principal.subject)) return [];",
    instead: '',
    red: {
      file: 'apps/server/src/modules/patching/planning/plan.test.ts',
      test: 'stands among the results of its host, for who may see patching [APP-11]',
    },
  },
  {
    guard: 'rights in what is told again of a host',
    file: 'apps/server/src/modules/results/host/full-results.service.ts',
    without: 'JSON.stringify([customerId, siteId, hostId, options, subject])',
    instead: 'JSON.stringify([customerId, siteId, hostId, options])',
    red: {
      file: 'apps/server/src/modules/results/host/host-results.test.ts',
      test: 'tell who asks again by itself what they told some seconds ago, and whoever wants to know what is [APP-10]',
    },
  },
  {
    guard: 'known boot of a clock that runs ahead',
    file: 'apps/server/src/modules/hosts/agents/host-facts.rules.ts',
    without: '(reported < now ? reported : now)',
    instead: 'reported',
    red: {
      file: 'apps/server/src/modules/hosts/hosts.routes.test.ts',
      test: 'keeps the boot that the clock of a host tells apart from the one that is known [HOST-03]',
    },
  },
];
