const factors = 'apps/server/src/modules/identity/factors';
const enrolling = `${factors}/login-enrol.test.ts`;
const policy = `${factors}/factor-policy.test.ts`;
const glass = `${factors}/break-glass.test.ts`;
const sso = 'apps/server/src/modules/identity/sso/break-glass-sso.test.ts';

/** Guards of the policy that requires second factors, of their set-up at sign-in, and of break-glass accounts. */
export const factorPolicyMutants = [
  {
    guard: 'needed factor after the password',
    file: 'apps/server/src/modules/identity/login.service.ts',
    without: 'const enrol = await enrolStepOf(tx, tools, user);',
    instead: 'const enrol = tools.rows === null ? await enrolStepOf(tx, tools, user) : undefined;',
    red: {
      file: enrolling,
      test: 'gets no session for the password, and one together with an authenticator app and recovery codes',
    },
  },
  {
    guard: 'needed factor after the second step',
    file: `${factors}/second-step.service.ts`,
    without: 'if (!enrol) return { cookie: await startSession(tx, context, user) };',
    instead: 'if (!enrol || tools.db) return { cookie: await startSession(tx, context, user) };',
    red: {
      file: enrolling,
      test: 'signs in only to the set-up of a passkey; the session that is there goes on',
    },
  },
  {
    guard: 'no app where there is a passkey and one is needed',
    file: `${factors}/second-step.service.ts`,
    without: 'const isAllowed = (await allowedStepsOf(tx, user)).includes(kind);',
    instead: 'const isAllowed = (await allowedStepsOf(tx, user)).length > 0;',
    red: { file: enrolling, test: 'is refused once there is a passkey, and a recovery code is not' },
  },
  {
    guard: 'stage of a login ticket',
    file: `${factors}/second-step.service.ts`,
    without: 'if (ticket?.stage !== stage) throw startAgain();',
    instead: 'if (!ticket) throw startAgain();',
    red: {
      file: enrolling,
      test: 'signs in only to the set-up of a passkey; the session that is there goes on',
    },
  },
  {
    guard: 'factors that a ticket to set one up was given for',
    file: `${factors}/login-enrol.service.ts`,
    without: 'if (factorsMarkOf(await listFactors(tx, customerId, userId)) !== ticket.factorsMark) throw startAgain();',
    instead: '',
    red: { file: enrolling, test: 'ends once a factor exists, however it came' },
  },
  {
    guard: 'one set-up at a time',
    file: `${factors}/login-enrol.service.ts`,
    without: 'await lockUser(tx, customerId, userId);',
    instead: '',
    red: { file: enrolling, test: 'lets one of several set-ups at once win' },
  },
  {
    guard: 'kind of factor that is set up',
    file: `${factors}/login-enrol.service.ts`,
    without: `if (missing === 'passkey' && kind !== 'passkey') throw`,
    instead: `if (missing === 'passkey' && kind === undefined) throw`,
    red: { file: enrolling, test: 'sets a passkey up where one is needed, and nothing else' },
  },
  {
    guard: 'factor that the customer asks for',
    file: `${factors}/enrol.service.ts`,
    without: 'if (isNeeded(need, await listFactors(tx, customerId, userId), factorId))',
    instead: 'if (factorId === userId)',
    red: { file: enrolling, test: 'is no way in after it was removed: the customer asks for another one first' },
  },
  {
    guard: 'policy that the server can keep',
    file: `${factors}/factor-policy.service.ts`,
    without: 'if (refusal !== undefined) throw invalid(refusal);',
    instead: '',
    red: { file: policy, test: 'cannot be what the server cannot set up' },
  },
  {
    guard: 'two break-glass accounts',
    file: `${factors}/break-glass.service.ts`,
    without: 'others: await countBreakGlassAccounts(tx, customerId, userId),',
    instead: 'others: 0,',
    red: { file: glass, test: 'stands on two accounts at most, also when several are marked at once' },
  },
  {
    guard: 'marks one after the other',
    file: `${factors}/break-glass.service.ts`,
    without: '  await lockCustomer(tx, customerId);\n',
    instead: '',
    red: { file: glass, test: 'stands on two accounts at most, also when several are marked at once' },
  },
  {
    guard: 'device-bound passkey of a break-glass account',
    file: 'packages/rules/src/users/break-glass.ts',
    without: 'return of.passkeys.some(({ isSynced }) => isSynced) ? breakGlassRefusals.synced : undefined;',
    instead: 'return undefined;',
    red: { file: glass, test: 'is refused to who has no passkey, a synced one, or is no system administrator' },
  },
  {
    guard: 'no synced passkey besides',
    file: `${factors}/set-up.service.ts`,
    without: 'if (isBreakGlass && made.isBackupEligible) throw invalid(breakGlassRefusals.synced);',
    instead: 'if (isBreakGlass && made.counter < 0) throw invalid(breakGlassRefusals.synced);',
    red: { file: glass, test: 'keeps synced passkeys away, and the last passkey there' },
  },
  {
    guard: 'last account that gets in',
    file: `${factors}/break-glass.service.ts`,
    without: 'if ((await countFreeAdministrators(tx, principal.customerId)) === 0)',
    instead: 'if ((await countFreeAdministrators(tx, principal.customerId)) < 0)',
    red: { file: glass, test: 'is not taken from the last account that gets in where single sign-on is required' },
  },
  {
    guard: 'session of a break-glass account',
    file: 'apps/server/src/modules/identity/login.service.ts',
    without: '(user.is_break_glass ? breakGlassMs : constants.sessionAbsoluteMs)',
    instead: '(breakGlassMs < 0 ? breakGlassMs : constants.sessionAbsoluteMs)',
    red: { file: glass, test: 'makes a session of 60 minutes, whatever is done in it' },
  },
  {
    guard: 'use of a break-glass account is told',
    file: 'apps/server/src/modules/identity/login.service.ts',
    without: 'if (user.is_break_glass) await tellUse(',
    instead: 'if (user.is_break_glass && user.is_sso_login_only) await tellUse(',
    red: {
      file: glass,
      test: 'is written down, shown on the page Users, and told to every system administrator',
    },
  },
  {
    guard: 'break-glass account beyond single sign-on',
    file: 'apps/server/src/modules/identity/users.queries.ts',
    without: '(u.is_sso_login_only or not u.is_break_glass and exists (',
    instead: '(u.is_sso_login_only or exists (',
    red: {
      file: glass,
      test: 'works with the passkey although single sign-on is required; not for others',
    },
  },
  {
    guard: 'break-glass account stays what it is',
    file: 'packages/rules/src/users/user-change.ts',
    without: 'if (before?.isBreakGlass && !isUsableAdministrator(after)) return userRefusals.breakGlass;',
    instead: '',
    red: {
      file: glass,
      test: 'keeps its account from being lowered, bound to single sign-on, or removed',
    },
  },
  {
    guard: 'groups never touch a break-glass account',
    file: 'apps/server/src/modules/identity/sso/admit.service.ts',
    without: 'const change = user.is_break_glass ? undefined : await renewMemberships(tx, user, arrival);',
    instead: 'const change = await renewMemberships(tx, user, arrival);',
    red: {
      file: sso,
      test: 'gets no rights from groups, while others do, and its sign-in that way does not count as tried',
    },
  },
  {
    guard: 'break-glass account that was tried lately',
    file: 'apps/server/src/modules/identity/users.queries.ts',
    without: `.where('break_glass_used_at', '>=', since)`,
    instead: `.where('created_at', '<=', new Date(since.getTime() + 40 * 86_400_000))`,
    red: {
      file: sso,
      test: 'is the way in that lets single sign-on be required, if it was used in the last 30 days',
    },
  },
];
