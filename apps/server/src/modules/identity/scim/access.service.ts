import type { Context } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { EventHub } from '../../../platform/http/events.ts';
import { revokeApiTokensOf } from '../api-tokens.repository.ts';
import type { Authenticator } from '../authenticate.service.ts';
import { endSessionsOf } from '../sessions.repository.ts';
import { updateUser } from '../users.repository.ts';
import { countOtherUsableAdministrators } from '../users/site-users.queries.ts';
import { revokeInvitations } from '../users/site-users.repository.ts';
import type { ScimUserWithAccount } from './scim-users.queries.ts';
import { updateScimUser } from './scim-users.repository.ts';

export interface AccessTools {
  authenticator: Authenticator;
  events: EventHub;
}

export const accessTexts = {
  lastAdministrator: 'At least one system administrator must be able to sign in.',
} as const;

type Account = Pick<
  ScimUserWithAccount,
  'customer_id' | 'user_id' | 'disabled_at' | 'disabled_here_at' | 'is_system_admin'
>;

/** Every process forgets what the user was allowed, and looks again at open event streams. */
export const accessChanged = (context: Context, { authenticator }: AccessTools, userId: string): void => {
  context.onCommit(() => authenticator.forgetUser(userId));
  context.emit({ thing: 'session', id: userId });
  context.emit({ thing: 'user', id: userId });
};

/**
 * Ends all access in one transaction: the sign-in, sessions, event streams, API tokens and invitations. What the user
 * may do in sites stays, for the day they come back.
 */
export const endAccess = async (
  context: Context,
  tools: AccessTools,
  { customer_id: customerId, user_id: userId, disabled_at, is_system_admin }: Account,
): Promise<{ sessions: number; apiTokens: number }> => {
  const { tx, now } = context;
  if (is_system_admin && (await countOtherUsableAdministrators(tx, customerId, userId)) === 0)
    throw forbidden(accessTexts.lastAdministrator);
  if (disabled_at === null) {
    await updateUser(tx, customerId, userId, { disabled_at: now });
    await updateScimUser(tx, { customer_id: customerId, user_id: userId }, { disabled_at: now });
  }
  const ended = await endSessionsOf(tx, customerId, userId);
  const apiTokens = await revokeApiTokensOf(tx, customerId, userId, now);
  await revokeInvitations(tx, customerId, userId, now);
  context.onCommit(() => ended.forEach(tools.events.end));
  accessChanged(context, tools, userId);
  return { sessions: ended.length, apiTokens };
};

/** Lets somebody in again whom provisioning has disabled, and nobody else since. */
export const giveAccessBack = async (context: Context, tools: AccessTools, account: Account): Promise<void> => {
  const { customer_id: customerId, user_id: userId, disabled_at, disabled_here_at } = account;
  const isOurs = disabled_at !== null && disabled_at.getTime() === disabled_here_at?.getTime();
  if (!isOurs) return;
  await updateUser(context.tx, customerId, userId, { disabled_at: null });
  await updateScimUser(context.tx, account, { disabled_at: null });
  accessChanged(context, tools, userId);
};
