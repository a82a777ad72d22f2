const identity = 'apps/server/src/modules/identity';
const test = `${identity}/account/account.test.ts`;

/** Guards of the own account: password and sessions. */
export const accountMutants = [
  {
    guard: 'own sessions only, when one is ended',
    file: `${identity}/sessions.repository.ts`,
    without: `    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)`,
    instead: `    .where('session_id', '=', sessionId)`,
    red: { file: test, test: 'of others are neither shown nor ended' },
  },
  {
    guard: 'own sessions only, in the list',
    file: `${identity}/sessions.queries.ts`,
    without: `    .where('user_id', '=', userId)
    .where('expires_at', '>', now)`,
    instead: `    .where('expires_at', '>', now)`,
    red: { file: test, test: 'of others are neither shown nor ended' },
  },
  {
    guard: 'no password for users of single sign-on',
    file: `${identity}/account/password-change.service.ts`,
    without: `if (user.is_sso_login_only) throw forbidden('You sign in by single sign-on and have no password here');`,
    instead: '',
    red: { file: test, test: 'is refused to somebody who signs in by single sign-on only' },
  },
  {
    guard: 'current password of a change',
    file: `${identity}/account/password-change.service.ts`,
    without: 'if (!stored || !(await passwords.matches(currentPassword, stored)).isRight) {',
    instead: 'if (!stored || !(await passwords.matches(currentPassword, stored))) {',
    red: {
      file: test,
      test: 'refuses a wrong current password, and slows guessing down together with that at the login',
    },
  },
  {
    guard: 'limit of guesses at the current password',
    file: `${identity}/account/password-change.service.ts`,
    without: 'const ownBucket = await throttleGuesses(tools, user.username, context);',
    instead: `const ownBucket = '';`,
    red: {
      file: test,
      test: 'refuses a wrong current password, and slows guessing down together with that at the login',
    },
  },
  {
    guard: 'password that was proven',
    file: `${identity}/users.repository.ts`,
    without: `    .where('password_digest', '=', proven)\n`,
    instead: '',
    red: { file: test, test: 'lets one of two changes at once win' },
  },
  {
    guard: 'other sessions end with the password',
    file: `${identity}/account/password-change.service.ts`,
    without: 'const ended = await endSessionsOf(context.tx, customerId, userId, sessionId);',
    instead: 'const ended: string[] = [];',
    red: {
      file: test,
      test: 'takes hashes only, needs the current password, and ends all other sessions at once',
    },
  },
  {
    guard: 'ended session is forgotten at once',
    file: `${identity}/account/account.routes.ts`,
    without: '      authenticator.forgetUser(context.principal.userId);\n',
    instead: '',
    red: { file: test, test: 'end one at a time: refused at once here, and soon by another process' },
  },
  {
    guard: 'event stream of an ended session',
    file: 'apps/server/src/platform/http/events.ts',
    without: 'else listener.reply.raw.end();',
    instead: '',
    red: { file: test, test: 'end all but the one that asks, with their event streams in every process' },
  },
  {
    guard: 'sessions of a system administrator',
    file: `${identity}/users/site-users.service.ts`,
    without: 'if (row.is_system_admin && !caller.isSystemAdmin) throw invalid(userRefusals.systemAdministrator);',
    instead: '',
    red: { file: test, test: 'ends all sessions of a user of their site, and of nobody above them' },
  },
];
