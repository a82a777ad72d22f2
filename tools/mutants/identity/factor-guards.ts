const factors = 'apps/server/src/modules/identity/factors';
const tests = `${factors}/factors.test.ts`;

const passkeyTests = `${factors}/passkeys.test.ts`;

/** Guards of second factors. */
export const factorMutants = [
  {
    guard: 'no session before the second factor',
    file: 'apps/server/src/modules/identity/login.service.ts',
    without: 'if (methods.length > 0) return { methods };',
    instead: 'if (methods.length > 9) return { methods };',
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
    without: 'if (tries > triesOf[stage]) throw startAgain();',
    instead: 'if (tries < 0) throw startAgain();',
    red: { file: tests, test: 'is over after five minutes, and after five tries' },
  },
  {
    guard: 'time of a login ticket',
    file: `${factors}/login-ticket.factory.ts`,
    without: 'if (text === undefined || until <= now || (',
    instead: 'if (text === undefined || (',
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

const sso = 'apps/server/src/modules/identity/sso';
const egress = 'apps/server/src/platform/egress';
const [attacks, captures, idTokens, connections] = ['attacks', 'captures', 'id-token', 'connections'].map(
  (name) => `${sso}/${name}.test.ts`,
) as [string, string, string, string];
const forged = { file: idTokens, test: 'is not believed: %s' };
const answered = { file: attacks, test: 'opens nothing: %s' };
const arrived = { file: attacks, test: 'does not come in: %s' };

/** Guards of single sign-on. */
export const ssoMutants = [
  {
    guard: 'every address of a name is judged',
    file: `${egress}/egress.ts`,
    without: 'if (!addresses.every(isAllowed))',
    instead: 'if (!addresses.some(isAllowed))',
    red: {
      file: `${egress}/egress.test.ts`,
      test: 'opens none where a name has such an address, alone or beside a public one',
    },
  },
  {
    guard: 'connection to the judged address',
    file: `${egress}/egress.ts`,
    without: '      lookup: toPinned,\n',
    instead: '',
    red: {
      file: `${egress}/egress.test.ts`,
      test: 'connects to the address that was judged, whatever the name answers a moment later',
    },
  },
  {
    guard: 'only global unicast of IPv6',
    file: `${egress}/address-class.ts`,
    without: `return family === 'ipv4' || globalUnicast.check(address, family) ? 'public' : 'refused';`,
    instead: `return 'public';`,
    red: {
      file: `${egress}/egress.test.ts`,
      test: 'opens none where a name has such an address, alone or beside a public one',
    },
  },
  {
    guard: 'algorithms of ID tokens',
    file: `${sso}/id-token.service.ts`,
    without: `if (!isAllowed(alg)) return { refusal: 'algorithm' };`,
    instead: `if (alg === undefined || !isAllowed('RS256')) return { refusal: 'algorithm' };`,
    red: forged,
  },
  {
    guard: 'nonce of ID tokens',
    file: `${sso}/id-token.rules.ts`,
    without: 'if (!isText(nonce) || nonce !== expected.nonce)',
    instead: 'if (!isText(nonce))',
    red: forged,
  },
  {
    guard: 'audience of ID tokens',
    file: `${sso}/id-token.rules.ts`,
    without: 'if (!audience.includes(expected.clientId))',
    instead: 'if (audience.length === 0)',
    red: forged,
  },
  {
    guard: 'tokens of an earlier sign-in',
    file: `${sso}/id-token.rules.ts`,
    without: 'if (iat < begun.getTime() / 1_000 - skewSeconds)',
    instead: 'if (iat < 0)',
    red: forged,
  },
  {
    guard: 'state of an answer',
    file: `${sso}/sign-in.service.ts`,
    without: 'sameSecret(ticket.state, answer.state) &&',
    instead: '',
    red: answered,
  },
  {
    guard: 'an answer once',
    file: `${sso}/sign-in.service.ts`,
    without: '(await countUse(tools.db, `sso|${ticket.mark}`, ticket.until)) === 1;',
    instead: '(await countUse(tools.db, `sso|${ticket.mark}`, ticket.until)) >= 1;',
    red: { file: attacks, test: 'opens once: the same state, code and cookie a second time open nothing' },
  },
  {
    guard: 'address of a connection',
    file: `${sso}/sign-in.service.ts`,
    without: 'ticket.connectionId === answer.connectionUuid &&',
    instead: '',
    red: {
      file: captures,
      test: 'gets nobody by sending its answer to the other connection, or the other way round',
    },
  },
  {
    guard: 'issuer of an answer',
    file: `${sso}/code-flow.service.ts`,
    without: 'if (isIssMissing || (iss !== undefined && iss !== connection.issuer))',
    instead: 'if (isIssMissing)',
    red: answered,
  },
  {
    guard: 'issuer of a description',
    file: `${sso}/provider.service.ts`,
    without: 'if (found.issuer !== issuer)',
    instead: 'if (found.issuer === undefined)',
    red: { file: attacks, test: 'that calls itself another is not asked, and is once it does not' },
  },
  {
    guard: 'proven domain of somebody new',
    file: `${sso}/admit.service.ts`,
    without: `if (domain === undefined || !(await isDomainOf(tx, customerId, connectionId, domain)))`,
    instead: 'if (domain === undefined)',
    red: arrived,
  },
  {
    guard: 'mapped group of somebody new',
    file: `${sso}/admit.service.ts`,
    without: 'if (!mappings.some(({ group_name }) => facts.groups.includes(group_name)))',
    instead: 'if (mappings.length === 0)',
    red: arrived,
  },
  {
    guard: 'a domain of one customer',
    file: `${sso}/sso.repository.ts`,
    without: `        .where('domain_directory.customer_id', '=', customer_id),\n`,
    instead: '',
    red: { file: captures, test: 'cannot prove, take, change or remove a domain of another customer' },
  },
  {
    guard: 'text of a domain record',
    file: `${sso}/domain-record.rules.ts`,
    without: 'found.texts.includes(recordTextOf(challenge))',
    instead: 'found.texts.length > 0',
    red: {
      file: connections,
      test: 'is proven by the text of its own record, in whatever company, and not by another',
    },
  },
  {
    guard: 'requiring single sign-on after using it',
    file: `${sso}/connections.service.ts`,
    without: 'if ((await connectionOfSession(tx, customerId, sessionId)) !== row.connection_id)',
    instead: 'if (sessionId === row.connection_id)',
    red: {
      file: connections,
      test: 'is saved only from a session through that connection, with an administrator outside of its domains',
    },
  },
];
