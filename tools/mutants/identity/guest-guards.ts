const guests = 'apps/server/src/modules/identity/guests';
const attacks = `${guests}/guest-attacks.test.ts`;
const story = `${guests}/guests.test.ts`;

/** Guards of service providers and their guests. */
export const guestMutants = [
  {
    guard: 'second factor of a session that is shown numbers of other customers',
    file: `${guests}/customers.service.ts`,
    without: 'if (!caller || !(await isProven(tools, home, caller.methods)))',
    instead: 'if (!caller)',
    red: {
      file: `${guests}/overview.test.ts`,
      test: 'is not shown to a session without a second factor: of somebody who has none, or by single sign-on',
    },
  },
  {
    guard: 'right to see results of a site of another customer',
    file: `${guests}/customers.service.ts`,
    without: 'isDetecting && has(permissions, sitePermission.FullRead);',
    instead: 'isDetecting || has(permissions, sitePermission.FullRead);',
    red: {
      file: `${guests}/overview.test.ts`,
      test: 'has no number of a site whose results the user may not see, or without detection',
    },
  },
  {
    guard: 'customer that let the guest in',
    file: `${guests}/enter.service.ts`,
    without: `if (!(await isInDirectory(tools.db, home, customerId))) throw notFound();`,
    instead: '',
    red: { file: attacks, test: 'enter from another provider' },
  },
  {
    guard: 'second factor to enter',
    file: `${guests}/enter.service.ts`,
    without: 'if (!(await spendFactor(tools, { home, user, now: context.now }, given))) {',
    instead: 'if ((await spendFactor(tools, { home, user, now: context.now }, given)) === undefined) {',
    red: { file: attacks, test: 'enter with a wrong code' },
  },
  {
    guard: 'account with a second factor to enter',
    file: `${guests}/enter.service.ts`,
    without: `  if (caller.methods.length === 0)
    throw forbidden('Entering a customer needs a second factor. Set one up in your account at home first');`,
    instead: '',
    red: { file: attacks, test: 'enter without a second factor' },
  },
  {
    guard: 'usable account at home to enter',
    file: `${guests}/customers.service.ts`,
    without: 'customer?.is_provider === true && user?.disabled_at === null && user.home_user_id === null;',
    instead: 'customer?.is_provider === true && user !== undefined;',
    red: { file: attacks, test: 'enter as a user who was disabled at home' },
  },
  {
    guard: 'session at home of a guest',
    file: 'apps/server/src/modules/identity/authenticate.service.ts',
    without: 'return home && !(await isHomeAlive(pool, home, now)) ? undefined : resolved;',
    instead: 'return home && now === undefined ? undefined : resolved;',
    red: { file: story, test: 'ends within a second when %s' },
  },
  {
    guard: 'guest forgotten with the user at home',
    file: 'apps/server/src/modules/identity/authenticate.service.ts',
    without: 'if (principal.userId === userId || principal.home?.userId === userId) cache.delete(cookie);',
    instead: 'if (principal.userId === userId) cache.delete(cookie);',
    red: { file: story, test: 'ends at once, and soon in another process, when %s' },
  },
  {
    guard: 'home user of the session at home',
    file: 'apps/server/src/modules/identity/sessions.queries.ts',
    without: `    .where('u.disabled_at', 'is', null)
    .where('c.is_provider', '=', true)`,
    instead: '',
    red: { file: story, test: 'ends within a second when %s' },
  },
  {
    guard: 'link of a provider used once',
    file: `${guests}/providers.service.ts`,
    without:
      'if ((await countUse(tx, spentKeyOf(asked.request.request_id), asked.request.expires_at)) > 1) throw notGood();',
    instead: 'await countUse(tx, spentKeyOf(asked.request.request_id), asked.request.expires_at);',
    red: { file: attacks, test: 'of one link by ten at once lets in once' },
  },
  {
    guard: 'provider and maker of a link',
    file: `${guests}/providers.service.ts`,
    without:
      'if (!request || !provider?.is_provider || !maker?.is_system_admin || maker.disabled_at !== null) return undefined;',
    instead: 'if (!request || !provider || !maker) return undefined;',
    red: { file: attacks, test: 'use a link of a customer that is no provider any more' },
  },
  {
    guard: 'rights that a guest may be given',
    file: 'packages/rules/src/users/user-change.ts',
    without: "refuseMask(wanted) ?? (has(rolePreset['Read & Write'], wanted) ? undefined : userRefusals.guest);",
    instead: 'refuseMask(wanted) ?? (has(rolePreset.Administer, wanted) ? undefined : userRefusals.guest);',
    red: { file: attacks, test: 'let in with the right to administer' },
  },
  {
    guard: 'guests stay guests',
    file: 'packages/rules/src/users/user-change.ts',
    without: 'const refusal = after.isSystemAdmin || after.isSsoLoginOnly ? userRefusals.guest : undefined;',
    instead: 'const refusal = undefined;',
    red: { file: attacks, test: 'is given %s by nobody, not even by a system administrator' },
  },
  {
    guard: 'sites of the own customer for guests',
    file: `${guests}/providers.service.ts`,
    without: 'if (sites.some(({ siteAccountUuid }) => !own.has(siteAccountUuid))) throw notFound();',
    instead: 'if (own.size === 0) throw notFound();',
    red: { file: attacks, test: 'let in to a site of another customer' },
  },
  {
    guard: 'only a provider asks',
    file: `${guests}/guest-requests.service.ts`,
    without: 'if ((await findCustomer(tx, customerId))?.is_provider !== true)',
    instead: 'if ((await findCustomer(tx, customerId)) === undefined)',
    red: { file: attacks, test: 'ask as a customer that is no provider' },
  },
  {
    guard: 'no password of a guest here',
    file: 'apps/server/src/modules/identity/factors/prove.service.ts',
    without: `if (user.home_user_id !== null) throw forbidden('You are a guest here: your account is at home');`,
    instead: '',
    red: { file: attacks, test: 'as a guest, set up a factor here' },
  },
];
