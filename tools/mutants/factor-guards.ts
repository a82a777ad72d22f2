const factors = 'apps/server/src/modules/identity/factors';
const tests = `${factors}/factors.test.ts`;

const passkeyTests = `${factors}/passkeys.test.ts`;

/** Guards of second factors. */
export const factorMutants = [
  {
    guard: 'no session before the second factor',
    file: 'apps/server/src/modules/identity/login.service.ts',
    without: 'return methods.length > 0 ? { methods } : { cookie: await startSession(tx, context, user) };',
    instead: 'return methods.length > 9 ? { methods } : { cookie: await startSession(tx, context, user) };',
    red: { file: tests, test: 'gives no session for the password alone, and one for the code' },
  },
  {
    guard: 'a code of an app once',
    file: `${factors}/factors.repository.ts`,
    without: `.where('last_step', '<', String(step))`,
    instead: `.where('last_step', '<=', String(step))`,
    red: { file: tests, test: 'takes a code once' },
  },
  {
    guard: 'a recovery code once',
    file: `${factors}/factors.repository.ts`,
    without: `    .where('code_hash', 'in', keptAs)
    .where('used_at', 'is', null)`,
    instead: `    .where('code_hash', 'in', keptAs)`,
    red: { file: tests, test: 'signs in once, however it is typed, and is written down' },
  },
  {
    guard: 'tries of a login ticket',
    file: `${factors}/second-step.service.ts`,
    without: 'if (tries > factorLimits.loginTries) throw startAgain();',
    instead: 'if (tries < 0) throw startAgain();',
    red: { file: tests, test: 'is over after five minutes, and after five tries' },
  },
  {
    guard: 'time of a login ticket',
    file: `${factors}/login-ticket.factory.ts`,
    without: 'if (text === undefined || until <= now) return undefined;',
    instead: 'if (text === undefined) return undefined;',
    red: { file: tests, test: 'is over after five minutes, and after five tries' },
  },
  {
    guard: 'account as it was at the password',
    file: `${factors}/second-step.service.ts`,
    without: 'if (!isStillRight(user, ticket)) throw startAgain();',
    instead: 'if (!user) throw startAgain();',
    red: { file: tests, test: 'ends when the account changes meanwhile' },
  },
  {
    guard: 'throttle of factors',
    file: `${factors}/prove.service.ts`,
    without: 'if (wait !== undefined) throw tooMany(wait);',
    instead: 'if (wait === 0) throw tooMany(wait);',
    red: {
      file: tests,
      test: 'is slowed down after five wrong codes, whatever the browser and the number of passwords entered',
    },
  },
  {
    guard: 'place of a sealed value',
    file: 'apps/server/src/platform/sealed.ts',
    without: `[customerId, table, column, rowId].join('|')`,
    instead: `[customerId, table, column, rowId.slice(0, 0)].join('|')`,
    red: { file: tests, test: 'is refused when the secret was moved here from another row' },
  },
  {
    guard: 'proof by a factor once there is one',
    file: `${factors}/prove.service.ts`,
    without: `if (isByPassword === hasFactor) throw`,
    instead: `if (!isByPassword && !hasFactor) throw`,
    red: {
      file: tests,
      test: 'asks for a code; then the password alone signs in, and no recovery code is left [ACCT-07]',
    },
  },
  {
    guard: 'factors of single sign-on users',
    file: `${factors}/prove.service.ts`,
    without: `if (user.is_sso_login_only) throw`,
    instead: `if (user.user_id === '') throw`,
    red: { file: tests, test: 'is refused to who signs in by single sign-on only' },
  },
  {
    guard: 'own factors only',
    file: `${factors}/factors.queries.ts`,
    without: `.selectAll().where('customer_id', '=', customerId).where('user_id', '=', userId);`,
    instead: `.selectAll().where('customer_id', '=', customerId);`,
    red: { file: tests, test: 'of a factor of somebody else is not found, whoever asks' },
  },
  {
    guard: 'counter of a passkey',
    file: `${factors}/passkey.service.ts`,
    without: 'if (await moveCounter(tx, customerId, factorId, counter, now)) return true;',
    instead: 'if ((await moveCounter(tx, customerId, factorId, counter, now)) || counter < 9) return true;',
    red: {
      file: passkeyTests,
      test: 'suspends a passkey whose counter is %s, because somebody has a copy',
    },
  },
  {
    guard: 'suspended passkeys',
    file: `${factors}/passkey.service.ts`,
    without: 'credential_id !== null && suspended_at === null',
    instead: 'credential_id !== null && suspended_at !== undefined',
    red: {
      file: passkeyTests,
      test: 'suspends a passkey whose counter is %s, because somebody has a copy',
    },
  },
  {
    guard: 'handle of a passkey',
    file: `${factors}/passkey.service.ts`,
    without: 'if (!factor?.public_key || response.response.userHandle !== userHandle) return undefined;',
    instead: 'if (!factor?.public_key) return undefined;',
    red: { file: passkeyTests, test: 'refuses %s' },
  },
  {
    guard: 'backup flag of a passkey',
    file: `${factors}/passkey.service.ts`,
    without: 'return isEligible === factor.is_backup_eligible ?',
    instead: 'return isEligible || !isEligible ?',
    red: { file: passkeyTests, test: 'refuses %s' },
  },
  {
    guard: 'passkey that is found by itself',
    file: `${factors}/passkey.service.ts`,
    without: 'if (response.clientExtensionResults.credProps?.rk === false) return undefined;',
    instead: '',
    red: { file: passkeyTests, test: 'refuses %s' },
  },
  {
    guard: 'challenge once',
    file: `${factors}/challenge.factory.ts`,
    without: 'return (await countUse(db, `challenge|${text}`, until)) === 1;',
    instead: 'return (await countUse(db, `challenge|${text}`, until)) > 0;',
    red: { file: passkeyTests, test: 'takes a challenge once, also when the first answer to it was wrong' },
  },
  {
    guard: 'time of a challenge',
    file: `${factors}/challenge.factory.ts`,
    without: '|| until <= now) return false;',
    instead: ') return false;',
    red: { file: passkeyTests, test: 'takes no challenge after five minutes' },
  },
  {
    guard: 'purpose of a challenge',
    file: `${factors}/challenge.factory.ts`,
    without: '.update(head).update(purpose).digest()',
    instead: '.update(head).update(purpose.slice(0, 0)).digest()',
    red: {
      file: passkeyTests,
      test: 'takes no challenge that was made for another sign-in, or for adding a passkey',
    },
  },
];
