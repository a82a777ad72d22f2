/** A program and its arguments; `env` is added to the environment. */
export interface Command {
  program: 'node' | 'vitest';
  args: readonly string[];
  env?: Record<string, string>;
  /** So many processes run beside one another, each the `PART` of `PARTS` that its environment says. */
  parts?: number;
}

export interface Proof {
  name: string;
  /** The promise that it guards. */
  shows: string;
  full: Command;
  /** The form for every run of CI. Absent where `npm test` or a journey already runs it at its short size. */
  short?: Command;
  /** CI runs one of these at full size, chosen by the commit. The others take longer than CI has. */
  isRotating: boolean;
  /** The proof writes its own figure. Without it, the runner keeps the number of failures. */
  writesFigure?: boolean;
}

const full = { FULL_SIZE: '1' };

export const proofs: readonly Proof[] = [
  {
    name: 'impersonation',
    shows: 'no call under another identity, key, site or token is accepted',
    full: { program: 'vitest', args: ['impersonation', 'enrolment-abuse', 'agent-files', '--maxWorkers=2'], env: full },
    isRotating: true,
  },
  {
    name: 'evil',
    shows: 'a host executes nothing that a stolen server sends',
    full: { program: 'vitest', args: ['packages/orders', 'apps/agent/src/evil-server'], env: full },
    isRotating: true,
  },
  {
    name: 'custom-trust',
    shows:
      'a host runs no custom software that the approvers of its site do not vouch for: 39 attacks, each beside its honest twin, and 200,000 altered statements and orders',
    full: { program: 'vitest', args: ['packages/orders/src/custom'], env: full },
    // It takes longer than a run of CI has left.
    isRotating: false,
  },
  {
    name: 'hostile-uploads',
    shows:
      '302 hostile uploads leave no byte outside of the store and the quarantine, and none counts for more than it is: refused or unscannable, or a cut installer without a signature',
    full: { program: 'vitest', args: ['resources/hostile-uploads', 'resources/examine'], env: full },
    isRotating: false,
  },
  {
    name: 'proposals',
    shows: 'the packager proposes no hostile file, nothing by half and no release twice',
    full: { program: 'vitest', args: ['apps/packager/src/prepare'], env: full },
    isRotating: true,
  },
  {
    name: 'guarded',
    shows:
      'a verifier signs none of more than 30 proposals of a stolen packager, and hosts that were off follow every change of mode',
    full: { program: 'vitest', args: ['apps/packager/src/verify', 'apps/signer/src/modes'], env: full },
    isRotating: true,
  },
  {
    name: 'sharing',
    shows: 'nothing of a shared catalogue counts that was rolled back, frozen, mixed or signed by others: 48 attacks',
    full: { program: 'vitest', args: ['apps/packager/src/subscribe'], env: full },
    isRotating: true,
  },
  {
    name: 'token-rights',
    shows: 'the rights of an API token are its own and those of its owner at that moment: all 4,096 pairs of masks',
    full: { program: 'vitest', args: ['identity/token-rights'], env: full },
    isRotating: true,
  },
  {
    name: 'fuzz-api',
    shows: 'none of 100,000 made-up requests to the public API is answered with a server error',
    full: { program: 'node', args: ['bench/fuzz-api.ts'] },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 's3-store',
    shows:
      'files come back whole from a folder and from the bucket of a maintained S3 server (built by Go; left out without it), ten puts at once and cut uploads included',
    full: { program: 'vitest', args: ['platform/files', 'files-away'], env: full },
    isRotating: false,
  },
  {
    name: 'administrators',
    shows: '1,000 attempts of system administrators to take each other away at once never leave none',
    full: { program: 'vitest', args: ['identity/users/last-administrator'], env: full },
    isRotating: true,
  },
  {
    name: 'factors',
    shows:
      'one code of an app and one recovery code, used 1,000 times at once at two server processes, sign in once each',
    full: { program: 'vitest', args: ['identity/factors/once'], env: full },
    isRotating: true,
  },
  {
    name: 'single-sign-on',
    shows:
      'none of 20,000 altered tokens and assertions, of the named attacks and of the attempts to capture users of others signs anybody in; each attack’s unaltered twin does',
    full: {
      program: 'vitest',
      args: ['sso/id-token', 'sso/attacks', 'sso/captures', 'sso/saml/'],
      env: full,
    },
    isRotating: true,
  },
  {
    name: 'scim-off',
    shows:
      'session, token and event stream of 200 users whom the identity provider disables are refused, p99 within 1 s, and 2 s in another process',
    full: { program: 'vitest', args: ['identity/scim/scim-off'], env: full },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'scim-tester',
    shows: 'scim2-tester, a program of others, finds no failure of our SCIM service',
    full: { program: 'node', args: ['bench/scim-tester.ts'] },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'keycloak',
    shows:
      'a real Keycloak signs people in by OpenID Connect and SAML in Chromium: account made, rights by a group, dangerous act proved there, session ended there',
    full: { program: 'node', args: ['bench/keycloak/run.ts'] },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'tamper',
    shows: 'every change of the activity log is found and named',
    full: { program: 'vitest', args: ['modules/audit/tamper', 'modules/audit/verify'], env: full },
    isRotating: true,
  },
  {
    name: 'policies',
    shows: 'the engine equals a second one over 200,000 policy sets, and promises no update that cannot come',
    full: { program: 'vitest', args: ['packages/rules/src/approvals/properties'], env: full },
    isRotating: true,
  },
  {
    name: 'deployment-rules',
    shows:
      'each install option is one argument for programs, for the Windows Installer and for the host, and work is due for targets less what is achieved, open, spent or held: 200,000 draws of each',
    full: {
      program: 'vitest',
      args: ['packages/rules/src/deployments', 'packages/rules/src/rollouts/health', 'work/options-as-judged'],
      env: full,
    },
    isRotating: true,
  },
  {
    name: 'deployment-goals',
    shows:
      'deployment jobs do what a small model of them does, whatever people, hosts and time do: 20,000 sequences of 50 commands',
    full: { program: 'vitest', args: ['apps/server/src/modules/deployments/job-model'], env: full, parts: 2 },
    isRotating: false,
  },
  {
    name: 'isolation',
    shows: 'no report of one customer changes a byte of what another sees, over 20,000 pairs',
    full: { program: 'vitest', args: ['modules/results/recount/foreign-reports'], env: full },
    isRotating: true,
  },
  {
    name: 'kills',
    shows: 'a packager that is killed at ten steps, 20 times each, gives no release twice and loses nothing',
    full: { program: 'vitest', args: ['apps/packager/src/serve/kills'], env: full },
    isRotating: false,
  },
  {
    name: 'downloads',
    shows: '500 downloads of 200 MB that are cut again and again end with the right file',
    full: { program: 'vitest', args: ['apps/server/src/cut-downloads'], env: full },
    isRotating: false,
  },
  {
    name: 'fleets',
    shows: 'the hosts told that they will get an update are those for which it is planned, on 500 random fleets',
    full: { program: 'vitest', args: ['modules/patching/planning/fleets'], env: full },
    isRotating: false,
  },
  {
    name: 'agent-ids',
    shows: 'a million re-cased or unknown ids of agents are not served and not remembered',
    full: { program: 'vitest', args: ['modules/hosts/agents/one-spelling'], env: full },
    isRotating: false,
  },
  {
    name: 'redos',
    shows: '10,000 hostile names are judged in time, and the server stays healthy meanwhile',
    full: { program: 'node', args: ['bench/redos.ts'] },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'mutants',
    shows: 'a guard that is taken away turns a named test red',
    full: { program: 'node', args: ['tools/mutants.ts'] },
    short: { program: 'node', args: ['tools/mutants.ts', '--part'] },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'defects',
    shows: 'each of the 25 defects that users met in the console turns a named test or journey red when it comes back',
    full: { program: 'node', args: ['tools/mutants.ts', '--defects'] },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'faults',
    shows: 'what a host was told is kept through kills of server and PostgreSQL',
    full: { program: 'node', args: ['bench/faults/run.ts'] },
    short: { program: 'node', args: ['bench/faults/run.ts', '--short'] },
    isRotating: true,
    writesFigure: true,
  },
  {
    name: 'chaos',
    shows: 'a task takes effect at most once and always ends, whatever is lost or killed',
    full: { program: 'node', args: ['bench/chaos/run.ts'] },
    short: { program: 'node', args: ['bench/chaos/run.ts', '--short'] },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'soak',
    shows: '100,000 hosts check in for ten minutes; none fails, none is lost',
    full: { program: 'node', args: ['bench/soak.ts'] },
    short: { program: 'node', args: ['bench/soak.ts', '--short'] },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'numbers',
    shows: 'every number of the demo that is a link leads to as many rows as it says, in three sites',
    full: { program: 'vitest', args: ['--config', 'vitest.e2e.config.ts', 'e2e/demo.e2e.ts'], env: full },
    isRotating: false,
  },
  {
    name: 'two-sites',
    shows: 'of 1,000 random acts in two tabs every write lands in the site that its tab shows, and no draft is lost',
    full: { program: 'vitest', args: ['--config', 'vitest.e2e.config.ts', 'e2e/two-sites.e2e.ts'], env: full },
    isRotating: false,
  },
  {
    name: 'manifest-to-proven',
    shows: 'a new manifest is proven on a host under Wine with nobody acting, MSI and NSIS, each within 180 s',
    full: {
      program: 'vitest',
      args: [
        '--config',
        'vitest.e2e.config.ts',
        'e2e/patching-windows.e2e.ts',
        '-t',
        'from a new manifest to the proof',
      ],
      env: full,
    },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'apt-to-proven',
    shows: 'a Debian package is approved, upgraded by the host’s own apt and proven within 180 s, nobody acting',
    full: {
      program: 'vitest',
      args: ['--config', 'vitest.e2e.config.ts', 'e2e/patching-apt.e2e.ts', '-t', 'from the approval to the proof'],
      env: full,
    },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'first-package',
    shows: 'one command and a sign-in lead from an empty database to the first ready package within ten minutes',
    full: { program: 'vitest', args: ['apps/server/src/first-package'], env: full },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'connections',
    shows: 'what a held connection of a host costs the server',
    full: { program: 'node', args: ['bench/connections.ts'] },
    isRotating: true,
    writesFigure: true,
  },
  {
    name: 'newest-postgres',
    shows:
      'the first run works from a clean checkout on the newest PostgreSQL of Debian, and the server behind PgBouncer',
    full: { program: 'node', args: ['tools/newest-postgres.ts'] },
    isRotating: false,
    writesFigure: true,
  },
  {
    name: 'bench',
    shows: 'how we compare with the bare parts we are made of, and what a person waits for',
    full: { program: 'node', args: ['bench/run.ts'] },
    short: { program: 'node', args: ['bench/run.ts', '--short', '--part'] },
    isRotating: false,
    writesFigure: true,
  },
];
