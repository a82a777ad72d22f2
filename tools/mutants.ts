import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Takes a guard away and expects a named test to turn red: a guard that nobody would miss is no guard.
 * `npm run mutants` works on a copy of the tree; nothing here is ever changed.
 */
interface Mutant {
  guard: string;
  file: string;
  without: string;
  instead: string;
  /** The test file that must fail, and the test in it that says why. */
  red: { file: string; test: string };
}

const mutants: Mutant[] = [
  {
    guard: 'row-level policy',
    file: 'apps/server/migrations/0001_foundation.sql',
    without: `execute format('alter table %s force row level security', target);\n  execute format('create policy tenant on %s using (%s) with check (%s)', target, rule, rule);`,
    instead: `execute format('create policy tenant on %s using (true) with check (true)', target);`,
    red: {
      file: 'apps/server/src/platform/db/tenant.test.ts',
      test: 'the policy hides other customers from a query that forgets to name its own',
    },
  },
  {
    guard: 'CSRF check',
    file: 'apps/server/src/platform/http/mount.ts',
    without: `if (typeof sent !== 'string' || !sameSecret(sent, principal.csrf))`,
    instead: 'if (sent === principal.userId)',
    red: { file: 'apps/server/src/census.test.ts', test: 'refuses every write without the CSRF value' },
  },
  {
    guard: 'permission check',
    file: 'apps/server/src/platform/http/mount.ts',
    without: 'if (!isAllowed(endpoint.right, principal.subject))',
    instead: `if (!isAllowed('anyone', principal.subject))`,
    red: {
      file: 'apps/server/src/census.test.ts',
      test: 'refuses who lacks the right, by the site the tab is on [PERM-04] [PERM-05] [PERM-10]',
    },
  },
  {
    guard: 'stale-site check',
    file: 'apps/server/src/platform/http/mount.ts',
    without: 'if (isWrite(endpoint) && principal.isStaleSite && !endpoint.anySite)',
    instead: 'if (isWrite(endpoint) && principal.userId === endpoint.path)',
    red: {
      file: 'apps/server/src/census.test.ts',
      test: 'gets the save-conflict answer to a write, without a code, and writes nothing',
    },
  },
  {
    guard: 'origin check',
    file: 'apps/server/src/platform/http/origin.ts',
    without: `if (site !== undefined && site !== 'same-origin')`,
    instead: `if (site === 'never')`,
    red: {
      file: 'apps/server/src/modules/identity/identity.routes.test.ts',
      test: 'refuse writes from another origin',
    },
  },
  {
    guard: 'membership filter',
    file: 'apps/server/src/modules/identity/users.queries.ts',
    without: `query.where('m.permissions', '>', 0)`,
    instead: `query.where('s.customer_id', '=', customerId)`,
    red: {
      file: 'apps/server/src/modules/identity/identity.routes.test.ts',
      test: 'shows no site where the user has no bit, and none of another customer',
    },
  },
  {
    guard: 'replay check',
    file: 'apps/server/src/platform/http/only-once.ts',
    without: 'if (last?.includes(number))',
    instead: 'if (last?.includes(-1))',
    red: {
      file: 'apps/server/src/impersonation.test.ts',
      test: 'cannot be replayed: no call is accepted twice, and none does anything the second time',
    },
  },
  {
    guard: 'agent signature check',
    file: 'apps/server/src/platform/http/agent-mount.ts',
    without: 'if (!isGood) throw',
    instead: 'if (!signer) throw',
    red: {
      file: 'apps/server/src/modules/hosts/agents.test.ts',
      test: 'are refused when anything about them is off, and tell the server’s time',
    },
  },
  {
    guard: 'MAC of a session',
    file: 'apps/server/src/platform/http/agent-mount.ts',
    without: 'if (!session || !isMacOf(session.secret, signed.base, signed.signatureBase64)) return false;',
    instead: 'if (!session) return false;',
    red: {
      file: 'apps/server/src/modules/hosts/agent-session.test.ts',
      test: 'speaks for nobody else, not after its end, and not for what needs the own key of the host',
    },
  },
  {
    guard: 'lineage check',
    file: 'apps/server/src/modules/hosts/agents.service.ts',
    without: 'if (!sent || !continues(agent.held, sent))',
    instead: 'if (!sent)',
    red: {
      file: 'apps/server/src/modules/hosts/agents.test.ts',
      test: 'notices a copied identity within two calls, quarantines and shows it',
    },
  },
  {
    guard: 'second person',
    file: 'apps/server/src/modules/approvals/four-eyes.service.ts',
    without: 'if (row.requested_by === principal.userId)',
    instead: 'if (row.requested_by === row.change_set_id)',
    red: {
      file: 'apps/server/src/modules/approvals/four-eyes.test.ts',
      test: 'is not confirmed by who asked for it, from whatever session',
    },
  },
  {
    guard: 'targets of a confirmed change',
    file: 'apps/server/src/modules/approvals/four-eyes.service.ts',
    without: 'if (!weighed.targetsHash.equals(row.targets_hash))',
    instead: 'if (weighed.targetsHash.length === 0)',
    red: {
      file: 'apps/server/src/modules/approvals/four-eyes.test.ts',
      test: 'is not confirmed when it would touch other hosts than it was asked for',
    },
  },
  {
    guard: 'bounds of API tokens',
    file: 'apps/server/src/platform/http/mount.ts',
    without: 'const isAllowed = isPerson ? mayCall : tokenMayCall;',
    instead: 'const isAllowed = isPerson ? mayCall : mayCall;',
    red: {
      file: 'apps/server/src/modules/identity/api-tokens.test.ts',
      test: 'reaches no endpoint of a person: account, session, users, sites, tokens',
    },
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const copied = [
  'apps',
  'packages',
  'tools',
  'docs',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vitest.config.ts',
];

const copyTree = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'patchkeep-mutant-'));
  const isWanted = (path: string) => !/node_modules|\/dist(-gallery)?(\/|$)|\/\.dev/.test(path);
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true, filter: isWanted });
  // Only the server is ever mutated; what it imports comes from the original install.
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
};

interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

const failedTests = (copy: string, file: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const report = join(copy, 'mutant.json');
    const args = ['run', '--project', 'server', '--reporter=json', `--outputFile=${report}`, file];
    execFile(join(root, 'node_modules/.bin/vitest'), args, { cwd: copy, timeout: 120_000 }, () => {
      try {
        const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
        const all = testResults.flatMap(({ assertionResults }) => assertionResults);
        resolve(all.filter(({ status }) => status === 'failed').map(({ title }) => title));
      } catch (error) {
        reject(error);
      }
    });
  });

/** True when the named test turned red without the guard. */
const isCaught = async ({ guard, file, without, instead, red }: Mutant): Promise<boolean> => {
  const copy = copyTree();
  try {
    const path = join(copy, file);
    const source = readFileSync(path, 'utf8');
    if (!source.includes(without)) throw new Error(`${file} no longer holds what the ${guard} mutant takes away`);
    writeFileSync(
      path,
      source.replace(without, () => instead),
    );
    const failed = await failedTests(copy, red.file);
    const caught = failed.includes(red.test);
    const story = caught ? `"${red.test}" turned red` : `failed: ${failed.join('; ') || 'nothing'}`;
    console.log(`${caught ? 'caught  ' : 'SURVIVED'} without the ${guard}: ${story}`);
    return caught;
  } finally {
    rmSync(copy, { recursive: true });
  }
};

const only = process.argv.slice(2);
const waiting = mutants.filter(({ guard }) => only.length === 0 || only.includes(guard)).values();
let survivors = 0;
const work = async (): Promise<void> => {
  for (const mutant of waiting) if (!(await isCaught(mutant))) survivors += 1;
};
// Each has a tree and a database of its own, and spends half its time waiting.
await Promise.all([work(), work()]);
process.exit(survivors > 0 ? 1 : 0);
