/** Guards of an operator's day: stopping, keys that change, roles of the database, connection poolers. */
export const operatorMutants = [
  {
    guard: 'drain before the end',
    file: 'apps/server/src/platform/http/drain.ts',
    without: 'if (!server.listening) return 0;',
    instead: 'if (!server.listening) return 0;\n  server.closeAllConnections();',
    red: {
      file: 'apps/server/src/stop.test.ts',
      test: 'answers every request that reached it: of more than 1,000 under load none is cut',
    },
  },
  {
    guard: 'refusal of roles that ignore row-level security',
    file: 'apps/server/src/platform/db/role-check.ts',
    without: 'if (!role) return;',
    instead: 'if (role || !role) return;',
    red: {
      file: 'apps/server/src/role-check.test.ts',
      test: 'is refused at the start: a superuser for the api',
    },
  },
  {
    guard: 'an unreadable mark is no theft of an unknown host',
    file: 'apps/server/src/modules/hosts/agents.service.ts',
    without: 'const sent = read ?? (agent.held === undefined ? unknownPast : undefined);',
    instead: 'const sent = read === unknownPast ? undefined : read;',
    red: {
      file: 'apps/server/src/changed-keys.test.ts',
      test: 'quarantines none of 200 hosts although the old key is lost',
    },
  },
  {
    guard: 'an unreadable mark is a theft of a known host',
    file: 'apps/server/src/modules/hosts/agents.service.ts',
    without: 'const sent = read ?? (agent.held === undefined ? unknownPast : undefined);',
    instead: 'const sent = read ?? agent.held?.current ?? unknownPast;',
    red: {
      file: 'apps/server/src/changed-keys.test.ts',
      test: 'lets no copy get by with marks that it makes up, once the server knows the host',
    },
  },
  {
    guard: 'names of prepared statements',
    file: 'apps/server/src/platform/db/tenant.ts',
    without: "const name = hash('sha256', text, 'base64url');",
    instead: "const name = `s${statementNames.size}${hash('md5', '')}`;",
    red: {
      file: 'apps/server/src/platform/db/tenant.test.ts',
      test: 'mean the same in two processes that share a connection, as behind a pooler',
    },
  },
];
