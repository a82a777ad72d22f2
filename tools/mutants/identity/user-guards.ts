const users = 'apps/server/src/modules/identity/users';

/** Guards of users, their rights and their invitations. */
export const userMutants = [
  {
    guard: 'last system administrator',
    file: 'packages/rules/src/users/user-change.ts',
    without: 'if (losesLast && change.otherUsableAdministrators === 0) return userRefusals.lastAdministrator;',
    instead: '',
    red: {
      file: `${users}/last-administrator.test.ts`,
      test: 'never leave the customer without one who can sign in',
    },
  },
  {
    guard: 'lock of changes of users',
    file: 'apps/server/src/modules/tenants/tenants.queries.ts',
    without: `.where('customer_id', '=', customerId).forUpdate().execute();`,
    instead: `.where('customer_id', '=', customerId).execute();`,
    red: {
      file: `${users}/last-administrator.test.ts`,
      test: 'never leave the customer without one who can sign in',
    },
  },
  {
    guard: 'no more rights than the caller has',
    file: 'packages/rules/src/users/user-change.ts',
    without:
      'if (!has(effectiveMask(caller.isSystemAdmin, caller.sitePermissions), gained)) return userRefusals.moreThanOwn;',
    instead: 'if (gained < 0) return userRefusals.moreThanOwn;',
    red: { file: `${users}/site-users.test.ts`, test: 'gives more than they hold, and write never comes without read' },
  },
  {
    guard: 'system administrators by their like',
    file: 'packages/rules/src/users/user-change.ts',
    without: 'if (concernsAdministrator && !caller.isSystemAdmin) return userRefusals.systemAdministrator;',
    instead: 'if (concernsAdministrator && caller.sitePermissions < 0) return userRefusals.systemAdministrator;',
    red: {
      file: `${users}/site-users.test.ts`,
      test: 'but a system administrator makes, changes or removes system administrators',
    },
  },
  {
    guard: 'own last right to administer',
    file: 'packages/rules/src/users/user-change.ts',
    without:
      'if (isSelf && administers(before) && !administers(after) && !change.administersElsewhere) return userRefusals.ownLast;',
    instead: 'if (isSelf && administers(before) && administers(null)) return userRefusals.ownLast;',
    red: { file: `${users}/site-users.test.ts`, test: 'lowers their own last right to administer' },
  },
  {
    guard: 'site that users are changed in',
    file: `${users}/site-users.service.ts`,
    without: `  if (!mayCall(right, subjectOf({ ...customer, is_system_admin: user.is_system_admin }, site)))
    throw forbidden(\`Needs \${right}\`);
  return {`,
    instead: '  return {',
    red: { file: `${users}/site-users.test.ts`, test: 'are for administrators of that site only' },
  },
  {
    guard: 'rights forgotten at once',
    file: 'apps/server/src/modules/identity/users.routes.ts',
    without: 'context.onCommit(() => tools.authenticator.forgetUser(userId));',
    instead: 'context.onCommit(() => void userId);',
    red: {
      file: `${users}/site-users.test.ts`,
      test: 'counts for the very next call of a session and of a token',
    },
  },
  {
    guard: 'sign-in of removed users',
    file: 'apps/server/src/modules/identity/login.service.ts',
    without: '&& !user.is_sso_login_only && user.disabled_at === null',
    instead: '&& !user.is_sso_login_only',
    red: {
      file: `${users}/site-users.test.ts`,
      test: 'is signed out at once, cannot sign in, and comes back with the rights and the password of before',
    },
  },
  {
    guard: 'address of another customer',
    file: `${users}/site-users.service.ts`,
    without: 'if (known && known.customer_id !== customerId) throw emailInUse();',
    instead: 'if (known && known.customer_id !== customerId) throw notFound();',
    red: {
      file: `${users}/site-users.test.ts`,
      test: 'are never given an address that another customer uses [SITE-24]',
    },
  },
  {
    guard: 'secret of an invitation',
    file: 'apps/server/src/platform/http/signed-text.ts',
    without: 'return isOurs ? name : undefined;',
    instead: 'return isOurs || read.hash.length > 0 ? name : undefined;',
    red: {
      file: `${users}/invitations.test.ts`,
      test: 'cannot be made up: every other secret, customer and name is refused with the same answer',
    },
  },
  {
    guard: 'invitation used once',
    file: `${users}/invitations.service.ts`,
    without: 'if (!(await useInvitation(tx, customerId, invitationId, context.now))) throw notGood();',
    instead: 'await useInvitation(tx, customerId, invitationId, context.now);',
    red: { file: `${users}/invitations.test.ts`, test: 'is used by one of many who try at once' },
  },
  {
    guard: 'who may have the link of an invitation',
    file: `${users}/site-users.service.ts`,
    without: `  if (!(await mayInviteUser(context, caller, row)))
    throw invalid('You cannot invite somebody who may do more than you');
`,
    instead: '  if (!caller.user) throw notFound();\n',
    red: {
      file: `${users}/invitations.test.ts`,
      test: 'is made only by who holds all that its user holds: whoever has the link could sign in as them',
    },
  },
  {
    guard: 'password to a mail server',
    file: 'apps/server/src/platform/mail/mailer.ts',
    without: 'requireTLS: hasPassword && !isEncrypted,',
    instead: 'requireTLS: false,',
    red: {
      file: `${users}/invitations.test.ts`,
      test: 'never sends a password over a connection that is not encrypted',
    },
  },
  {
    guard: 'rights of who made an invitation',
    file: `${users}/invitations.service.ts`,
    without: 'return mayInvite(maker, invited);',
    instead: 'return mayInvite(maker, maker) || invited.isSystemAdmin;',
    red: { file: `${users}/invitations.test.ts`, test: 'stops working once its user may do more than who made it' },
  },
];
