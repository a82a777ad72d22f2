import type { breakGlass as endpoints } from '@patchkeep/contract/break-glass';
import type { Returned } from '@patchkeep/contract/endpoint';
import { refuseBreakGlass } from '@patchkeep/rules/users/break-glass';
import { userRefusals } from '@patchkeep/rules/users/user-change';
import type { Context } from '../../../platform/context.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { recordActOfCaller } from '../../audit/public.ts';
import { lockCustomer } from '../../tenants/public.ts';
import type { UserRow } from '../identity.tables.ts';
import {
  countBreakGlassAccounts,
  countFreeAdministrators,
  findUser,
  isMarkedForSso,
  lockUser,
} from '../users.queries.ts';
import { updateUser } from '../users.repository.ts';
import { listFactors } from './factors.queries.ts';

type Answer = Returned<(typeof endpoints)['mark']>;

/** Changes wait for each other, and the caller's rights are read again under the lock. */
const lockedUser = async ({ tx, principal }: Context, userId: string): Promise<UserRow> => {
  const { customerId } = principal;
  await lockCustomer(tx, customerId);
  const caller = await findUser(tx, customerId, principal.userId);
  if (!caller?.is_system_admin || caller.disabled_at !== null) throw forbidden('Needs isSystemAdmin');
  await lockUser(tx, customerId, userId);
  const user = await findUser(tx, customerId, userId);
  if (!user) throw notFound();
  return user;
};

const save = async (context: Context, user: UserRow, isBreakGlass: boolean): Promise<Answer> => {
  const { tx, principal } = context;
  await updateUser(tx, principal.customerId, user.user_id, { is_break_glass: isBreakGlass });
  await recordActOfCaller(context, {
    siteId: null,
    verb: isBreakGlass ? 'breakGlass.mark' : 'breakGlass.unmark',
    objectKind: 'user',
    objectId: user.user_id,
    after: { username: user.username },
  });
  context.emit({ thing: 'user', id: user.user_id });
  context.emit({ thing: 'session', id: user.user_id });
  return { isBreakGlass };
};

export const markBreakGlass = async (context: Context, userId: string): Promise<Answer> => {
  const { tx, principal } = context;
  const { customerId } = principal;
  const user = await lockedUser(context, userId);
  const passkeys = (await listFactors(tx, customerId, userId)).filter((each) => each.credential_id !== null);
  const refusal = refuseBreakGlass({
    isSystemAdmin: user.is_system_admin,
    hasPassword: user.password_digest !== null,
    isSsoLoginOnly: await isMarkedForSso(tx, customerId, userId),
    isGuest: user.home_user_id !== null,
    isDisabled: user.disabled_at !== null,
    passkeys: passkeys
      .filter(({ suspended_at }) => suspended_at === null)
      .map(({ is_backup_eligible }) => ({ isSynced: is_backup_eligible })),
    others: await countBreakGlassAccounts(tx, customerId, userId),
  });
  if (refusal !== undefined) throw invalid(refusal);
  return save(context, user, true);
};

/** Not the last way in: where single sign-on is required, this account may be it. */
export const unmarkBreakGlass = async (context: Context, userId: string): Promise<Answer> => {
  const { tx, principal } = context;
  const user = await lockedUser(context, userId);
  if (!user.is_break_glass) throw notFound();
  const answer = await save(context, user, false);
  if ((await countFreeAdministrators(tx, principal.customerId)) === 0) throw invalid(userRefusals.lastAdministrator);
  return answer;
};
