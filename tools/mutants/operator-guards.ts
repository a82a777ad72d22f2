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
];
