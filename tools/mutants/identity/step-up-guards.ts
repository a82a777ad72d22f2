const factors = 'apps/server/src/modules/identity/factors';
const tests = `${factors}/step-up.test.ts`;
const mount = 'apps/server/src/platform/http/mount.ts';

/** Guards of dangerous acts: a recent proof, and the cookie after it. */
export const stepUpMutants = [
  {
    guard: 'recent proof before a dangerous act',
    file: mount,
    without: `if (endpoint.stepUp === 'recent' && !isProved(`,
    instead: `if (endpoint.stepUp === undefined && !isProved(`,
    red: {
      file: tests,
      test: 'is done within 15 minutes after signing in, and afterwards asks for a proof, which counts for 15 minutes',
    },
  },
  {
    guard: 'former cookie only reads',
    file: mount,
    without: 'if (principal.isFormerCookie) throw unauthenticated();',
    instead: '',
    red: {
      file: tests,
      test: 'is a new one; the former reads for ten seconds, writes nothing, and is worth nothing afterwards',
    },
  },
  {
    guard: 'end of the former cookie',
    file: 'apps/server/src/modules/identity/sessions.queries.ts',
    without: `.where('s.former_until', '>', now)`,
    instead: `.where('s.former_until', 'is not', null)`,
    red: {
      file: tests,
      test: 'is a new one; the former reads for ten seconds, writes nothing, and is worth nothing afterwards',
    },
  },
  {
    guard: 'proof before the cookie is renewed',
    file: `${factors}/step-up.service.ts`,
    without: 'await proveOwner(tools, context, proof);',
    instead: 'void proof;',
    red: { file: tests, test: 'is the password without a second factor, and a factor with one' },
  },
  {
    guard: 'one new cookie for two tabs',
    file: 'apps/server/src/modules/identity/sessions.repository.ts',
    without: `.where('sid_hash', '=', hashes.from)`,
    instead: `.where('sid_hash', 'is not', null)`,
    red: {
      file: tests,
      test: 'is given once when two tabs prove at the same time, so that neither takes it from the other',
    },
  },
  {
    guard: 'session of a passkey proof',
    file: `${factors}/prove.service.ts`,
    without: '`prove|${principal.sessionId}`',
    instead: '`prove|${principal.userId}`',
    red: { file: tests, test: 'may be a passkey, whose challenge is of this session' },
  },
  {
    guard: 'proof where the body holds for all sites',
    file: 'apps/server/src/modules/approvals/approvals.routes.ts',
    without: `body.changes.some(({ level }) => level === 'system')) throw`,
    instead: `body.changes.length === 0) throw`,
    red: { file: tests, test: 'asks also where the body says that it holds for all sites' },
  },
  {
    guard: 'second factor to change the password',
    file: 'apps/server/src/modules/identity/account/password-change.service.ts',
    without: 'if (hasFactor && mfa !== undefined) await provePerson(tools, context, user, mfa);',
    instead: '',
    red: {
      file: 'apps/server/src/modules/identity/account/account.test.ts',
      test: 'takes hashes of both passwords, and of who has a second factor a proof of it, and tells what became of it [ACCT-03]',
    },
  },
  {
    guard: 'accounts that a passkey alone opens',
    file: `${factors}/second-step.service.ts`,
    without: 'if (!user || !signed || user.disabled_at !== null || user.is_sso_login_only) throw',
    instead: 'if (!user || !signed) throw',
    red: { file: `${factors}/passkeys.test.ts`, test: 'refuses who %s, as any wrong passkey' },
  },
  {
    guard: 'browser of a passkey alone',
    file: `${factors}/second-step.service.ts`,
    without: '`alone|${nonce}`',
    instead: '`alone|${nonce.slice(0, 0)}`',
    red: {
      file: `${factors}/passkeys.test.ts`,
      test: 'takes a challenge once, of this browser, and none of the second step',
    },
  },
  {
    guard: 'throttle of a passkey alone',
    file: `${factors}/second-step.service.ts`,
    without: `if (tools.publicOrigin === undefined) throw wrong('passkey');
  await throttleCaller(tools.db, context);`,
    instead: `if (tools.publicOrigin === undefined) throw wrong('passkey');`,
    red: { file: `${factors}/passkeys.test.ts`, test: 'is slowed down by where it comes from' },
  },
];
