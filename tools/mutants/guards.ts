import { agentMutants } from './agent-guards.ts';
import { aptMutants } from './apt-guards.ts';
import { catalogMutants } from './catalog-guards.ts';
import { copyMutants } from './copy-guards.ts';
import { customMutants } from './custom-guards.ts';
import { customSoftwareMutants } from './custom-software-guards.ts';
import { dashboardMutants } from './dashboard-guards.ts';
import { downloadMutants } from './download-guards.ts';
import { edgeMutants } from './edge-guards.ts';
import { engineMutants } from './engine-guards.ts';
import { fitMutants } from './fit-guards.ts';
import { gateMutants } from './gate-guards.ts';
import { goalMutants } from './goal-guards.ts';
import { guardedMutants } from './guarded-guards.ts';
import { hintMutants } from './hints-guards.ts';
import { accountMutants } from './identity/account-guards.ts';
import { alertMutants } from './identity/alert-guards.ts';
import { factorMutants, ssoMutants } from './identity/factor-guards.ts';
import { factorPolicyMutants } from './identity/factor-policy-guards.ts';
import { guestMutants } from './identity/guest-guards.ts';
import { providerProofMutants } from './identity/provider-proof-guards.ts';
import { publicApiMutants } from './identity/public-api-guards.ts';
import { samlMutants } from './identity/saml-guards.ts';
import { scimMutants } from './identity/scim-guards.ts';
import { siteAdministrationMutants } from './identity/site-administration-guards.ts';
import { stepUpMutants } from './identity/step-up-guards.ts';
import { supportMutants } from './identity/support-guards.ts';
import { userMutants } from './identity/user-guards.ts';
import { installerMutants } from './installer-guards.ts';
import { jobMutants } from './job-guards.ts';
import { manifestMutants } from './manifest-guards.ts';
import { operatorMutants } from './operator-guards.ts';
import { packagerMutants } from './packager-guards.ts';
import { pastMutants } from './past-guards.ts';
import { providerMutants } from './provider-guards.ts';
import { reportMutants } from './report-guards.ts';
import { sharingMutants } from './sharing-guards.ts';
import { siteMutants } from './site-guards.ts';
import { uploadMutants } from './upload-guards.ts';
import { viewMutants } from './view-guards.ts';
import { vulnerabilityMutants } from './vulnerability-guards.ts';

/** A guard, how the tree looks without it, and who must notice. */
export interface Mutant {
  guard: string;
  file: string;
  without: string;
  instead: string;
  /** The test file that must fail, and the test in it that says why. */
  red: { file: string; test: string };
}

export const mutants: readonly Mutant[] = [
  {
    guard: 'row-level policy',
    file: 'apps/server/migrations/0018_policies_once.sql',
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
    without: `if (typeof sent !== 'string' || !isCsrfOf(principal, sent))`,
    instead: 'if (sent === principal.userId)',
    red: { file: 'apps/server/src/census.test.ts', test: 'refuses every write without the CSRF value' },
  },
  {
    guard: 'permission check',
    file: 'apps/server/src/platform/http/mount.ts',
    without: 'if (!mayCallAs[principal.kind](endpoint.right, principal.subject))',
    instead: `if (!isAllowed('anyone', principal.subject))`,
    red: {
      file: 'apps/server/src/census.test.ts',
      test: 'refuses who lacks the right, by the site the tab is on [PERM-10]',
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
    file: 'apps/server/src/platform/http/replay-guard.ts',
    without: 'if (last?.includes(value))',
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
      file: 'apps/server/src/modules/hosts/agents/agents.test.ts',
      test: 'are refused when anything about them is off, and tell the server’s time',
    },
  },
  {
    guard: 'MAC of a session',
    file: 'apps/server/src/platform/http/agent-mount.ts',
    without: 'if (!session || !isMacOf(session.secret, base, signatureBase64)) return false;',
    instead: 'if (!session) return false;',
    red: {
      file: 'apps/server/src/modules/hosts/agents/agent-session.test.ts',
      test: 'speaks for nobody else, not after its end, and not for what needs the own key of the host',
    },
  },
  {
    guard: 'clone detection',
    file: 'apps/server/src/modules/hosts/agents/agents.service.ts',
    without: 'if (!sent || !isSuccessor(writerId, agent.lastTokens, sent))',
    instead: 'if (!sent)',
    red: {
      file: 'apps/server/src/modules/hosts/agents/agents.test.ts',
      test: 'notices a copied identity within two calls, quarantines and shows it',
    },
  },
  {
    guard: 'second person',
    file: 'apps/server/src/modules/changes/four-eyes.service.ts',
    without: 'if (row.requested_by === principal.userId && !(await mayOwnerConfirm(context, row)))',
    instead: 'if (row.requested_by === row.change_set_id)',
    red: {
      file: 'apps/server/src/modules/approvals/changes/four-eyes.test.ts',
      test: 'is not confirmed by who asked for it, from whatever session',
    },
  },
  {
    guard: 'targets of a confirmed change',
    file: 'apps/server/src/modules/approvals/changes/approval-kind.service.ts',
    without: 'if (!assessed.targetsHash.equals(row.targets_hash))',
    instead: 'if (assessed.targetsHash.length === 0)',
    red: {
      file: 'apps/server/src/modules/approvals/changes/four-eyes.test.ts',
      test: 'is not confirmed when it would touch other hosts than it was asked for',
    },
  },
  {
    guard: 'bounds of API tokens',
    file: 'apps/server/src/platform/http/mount.ts',
    without: 'token: tokenMayCall,',
    instead: 'token: mayCall,',
    red: {
      file: 'apps/server/src/modules/identity/api-tokens.test.ts',
      test: 'reaches no endpoint of a person: account, session, users, sites, tokens',
    },
  },
  ...agentMutants,
  ...catalogMutants,
  ...copyMutants,
  ...customMutants,
  ...customSoftwareMutants,
  ...edgeMutants,
  ...hintMutants,
  ...operatorMutants,
  ...packagerMutants,
  ...gateMutants,
  ...engineMutants,
  ...manifestMutants,
  ...installerMutants,
  ...goalMutants,
  ...jobMutants,
  ...fitMutants,
  ...guardedMutants,
  ...aptMutants,
  ...sharingMutants,
  ...siteMutants,
  ...siteAdministrationMutants,
  ...downloadMutants,
  ...vulnerabilityMutants,
  ...dashboardMutants,
  ...reportMutants,
  ...providerMutants,
  ...userMutants,
  ...accountMutants,
  ...supportMutants,
  ...viewMutants,
  ...pastMutants,
  ...factorMutants,
  ...factorPolicyMutants,
  ...alertMutants,
  ...publicApiMutants,
  ...scimMutants,
  ...providerProofMutants,
  ...stepUpMutants,
  ...guestMutants,
  ...ssoMutants,
  ...samlMutants,
  ...uploadMutants,
];
