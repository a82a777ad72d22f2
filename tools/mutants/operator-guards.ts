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
    guard: 'a polite end of held connections',
    file: 'apps/server/src/modules/hosts/agents/wake.service.ts',
    without: 'for (const { connection } of sleepers.values()) connection.end();',
    instead: 'for (const { connection } of sleepers.values()) connection.destroy();',
    red: {
      file: 'apps/server/src/stop-held-connections.test.ts',
      test: 'ends the connections that hosts hold, cuts none, and another process tells each what came meanwhile',
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
    guard: 'an unreadable token of an unknown host is accepted',
    file: 'apps/server/src/modules/hosts/agents/agents.service.ts',
    without: 'const sent = read ?? (agent.lastTokens === undefined ? unreadableToken : undefined);',
    instead: 'const sent = read === unreadableToken ? undefined : read;',
    red: {
      file: 'apps/server/src/changed-keys.test.ts',
      test: 'quarantines none of 200 hosts although the old key is lost',
    },
  },
  {
    guard: 'an unreadable token of a known host is refused',
    file: 'apps/server/src/modules/hosts/agents/agents.service.ts',
    without: 'const sent = read ?? (agent.lastTokens === undefined ? unreadableToken : undefined);',
    instead: 'const sent = read ?? agent.lastTokens?.current ?? unreadableToken;',
    red: {
      file: 'apps/server/src/changed-keys.test.ts',
      test: 'lets no copy get by with tokens that it makes up, once the server knows the host',
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
  {
    guard: 'second try of a change of roles',
    file: 'apps/server/src/platform/db/role-changes.ts',
    without: 'if (attempt === attempts || !isCollision(error)) throw error;',
    instead: 'if (attempt <= attempts) throw error;',
    red: {
      file: 'apps/server/src/platform/db/role-changes.test.ts',
      test: 'a change of a role that collides with another one is made again',
    },
  },
];
