const scim = 'apps/server/src/modules/identity/scim';
const attacks = `${scim}/scim-attacks.test.ts`;
const story = `${scim}/scim-users.test.ts`;
const users = `${scim}/scim-users.service.ts`;

/** Guards of provisioning. */
export const scimMutants = [
  {
    guard: 'break-glass accounts that provisioning leaves alone',
    file: users,
    without: 'if (row.is_break_glass) throw forbidden(scimTexts.breakGlass);',
    instead: '',
    red: { file: story, test: 'is left as it is: it is neither renamed nor disabled nor removed' },
  },
  {
    guard: 'users of one connection only',
    file: 'apps/server/src/modules/identity/provisioned.queries.ts',
    without: `.where('s.customer_id', '=', customerId).where('s.connection_id', '=', connectionId);`,
    instead: `.where('s.customer_id', '=', customerId).where('s.connection_id', 'is not', null);`,
    red: { file: attacks, test: 'nobody can %s' },
  },
  {
    guard: 'groups of one connection only',
    file: `${scim}/scim-groups.queries.ts`,
    without: `.where('g.customer_id', '=', customerId).where('g.connection_id', '=', connectionId);`,
    instead: `.where('g.customer_id', '=', customerId).where('g.connection_id', 'is not', null);`,
    red: { file: attacks, test: 'nobody can %s' },
  },
  {
    guard: 'members of the same connection',
    file: `${scim}/scim-groups.service.ts`,
    without: 'if (facts.members.some((id) => !known.has(id)))',
    instead: 'if (known.size < 0)',
    red: { file: attacks, test: 'nobody can %s' },
  },
  {
    guard: 'proven domain of a userName',
    file: users,
    without: 'if (domain === undefined || !(await isDomainOf(tx, customerId, connectionId, domain)))',
    instead: 'if (domain === undefined || (await isDomainOf(tx, customerId, connectionId, domain)) === undefined)',
    red: { file: attacks, test: 'nobody can %s' },
  },
  {
    guard: 'externalId of the sign-in to take an account over',
    file: `${scim}/scim-users.queries.ts`,
    without: '    .where(sql<boolean>`coalesce(external_id, subject) = ${externalId}`)\n',
    instead: '',
    red: { file: story, test: 'that has signed in before is connected by the externalId of that sign-in' },
  },
  {
    guard: 'name of another account on renaming',
    file: users,
    without:
      '  if (await findLogin(tx, userName)) throw notUnique(scimTexts.addressInUse);\n  const { customer_id: customerId, user_id: userId } = row;',
    instead: '  const { customer_id: customerId, user_id: userId } = row;',
    red: { file: attacks, test: 'nobody can %s' },
  },
  {
    guard: 'last system administrator',
    file: `${scim}/access.service.ts`,
    without: 'if (is_system_admin && (await countOtherUsableAdministrators(tx, customerId, userId)) === 0)',
    instead: 'if (is_system_admin && (await countOtherUsableAdministrators(tx, customerId, userId)) < 0)',
    red: { file: story, test: 'is never the last system administrator who can sign in' },
  },
  {
    guard: 'sessions of a disabled user',
    file: `${scim}/access.service.ts`,
    without: 'const ended = await endSessionsOf(tx, customerId, userId);',
    instead: 'const ended = endSessionsOf === undefined ? [] : [userId].slice(1);',
    red: { file: story, test: 'names the connection in the activity log' },
  },
  {
    guard: 'API tokens of a disabled user',
    file: `${scim}/access.service.ts`,
    without: 'const apiTokens = await revokeApiTokensOf(tx, customerId, userId, now);',
    instead: 'const apiTokens = revokeApiTokensOf === undefined ? 1 : 0;',
    red: { file: story, test: 'as %s says it loses session, API tokens and sign-in at once, and comes back' },
  },
  {
    guard: 'removal by an administrator',
    file: `${scim}/access.service.ts`,
    without: 'const isOurs = disabled_at !== null && disabled_at.getTime() === disabled_here_at?.getTime();',
    instead: 'const isOurs = disabled_at !== null && disabled_here_at !== undefined;',
    red: { file: story, test: 'by an administrator stays so, whatever the identity provider says' },
  },
  {
    guard: 'disabled at the identity provider',
    file: 'apps/server/src/modules/identity/users/site-users.service.ts',
    without: 'if (await isDisabledByProvider(tx, principal.customerId, user_id))',
    instead: 'if ((await isDisabledByProvider(tx, principal.customerId, user_id)) === undefined)',
    red: { file: story, test: 'is not let in again by an administrator, nor by adding them to another site' },
  },
  {
    guard: 'externalId of a system administrator',
    file: 'apps/server/src/modules/identity/sso/admit.service.ts',
    without: 'if (!user || user.is_system_admin) return undefined;',
    instead: 'if (!user) return undefined;',
    red: { file: attacks, test: 'a user who became a system administrator here is signed in by no externalId' },
  },
  {
    guard: 'secret of a provisioning token',
    file: `${scim}/scim-caller.service.ts`,
    without: 'if (!row || !timingSafeEqual(row.secret_hash, hash)) return undefined;',
    instead: 'if (!row || timingSafeEqual(row.secret_hash, hash) === undefined) return undefined;',
    red: { file: attacks, test: 'nobody can %s' },
  },
  {
    guard: 'revoked provisioning token',
    file: `${scim}/scim-tokens.repository.ts`,
    without: `    .where('token_id', '=', tokenId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();`,
    instead: `    .where('token_id', '=', tokenId)
    .executeTakeFirst();`,
    red: { file: story, test: 'is shown once, kept as a hash, replaced and revoked by a system administrator' },
  },
];
