const census = 'apps/server/src/census.test.ts';
const workAt = 'apps/server/src/modules/patching/delivery/work-at.test.ts';

/** Guards of what parts of the product tell each other: hints, counts that are moved, and when work begins. */
export const hintMutants = [
  {
    guard: 'hints for servers only',
    file: 'apps/server/src/platform/http/events.ts',
    without: 'if (!isConsoleHint(hint.thing)) return;',
    instead: 'if (hint.thing.length === 0) return;',
    red: {
      file: 'apps/server/src/platform/http/http.test.ts',
      test: 'say nothing of what only server processes need to know, and end with the session',
    },
  },
  {
    guard: 'a hint while the first answer is on its way',
    file: 'apps/console/src/lib/query-client.ts',
    without: '.filter(({ state }) => state.data === undefined)',
    instead: '.filter(({ state }) => state.data !== undefined)',
    red: {
      file: 'apps/console/src/lib/query-client.test.ts',
      test: 'that comes while the first answer is on its way has it fetched again: the server may have read it before',
    },
  },
  {
    guard: 'hints before the stream stood',
    file: 'apps/console/src/lib/events.ts',
    without: `source.addEventListener('open', () => environment.onGap());`,
    instead: '',
    red: {
      file: 'apps/console/src/lib/events.test.ts',
      test: 'may be lost before the connection stands and while it is away: the tab is told each time it stands',
    },
  },
  {
    guard: 'count after a write',
    file: 'apps/server/src/platform/http/mount.ts',
    without: `if (moves === 'counts') await`,
    instead: `if (moves === undefined) await`,
    red: {
      file: census,
      test: 'asks for the count in its own transaction: with its commit, and not when it is refused',
    },
  },
  {
    guard: 'time of work',
    file: 'apps/server/src/modules/hosts/agents/check-in.service.ts',
    without: 'agent.workAt <= now.getTime()',
    instead: 'agent.workAt < Infinity',
    red: {
      file: workAt,
      test: 'and not at every check-in before: who looked in vain is asked when the earliest piece is ready',
    },
  },
  {
    guard: 'work in hand',
    file: 'apps/server/src/modules/patching/delivery/leases.repository.ts',
    without: 'case when t.state = 0 then t.ready_at else ${now}::timestamptz end',
    instead: 'case when t.state = 0 then t.ready_at else t.lent_until end',
    red: { file: workAt, test: 'and as long as it has work in hand: only by asking can it say that it lost it' },
  },
  {
    guard: 'work set free by Inspect & Update',
    file: 'apps/server/src/modules/hosts/host-acts.service.ts',
    without: 'await hasten(context, hostIds);',
    instead: '',
    red: { file: workAt, test: 'of hosts, groups and tags lets work that waits for its time begin at once [HOST-13]' },
  },
];
