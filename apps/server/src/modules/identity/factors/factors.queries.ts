import type { Tx } from '../../../platform/db/tenant.ts';
import type { FactorRow } from '../identity.tables.ts';

const factorsOf = (tx: Tx, customerId: string, userId: string) =>
  tx.selectFrom('factors').selectAll().where('customer_id', '=', customerId).where('user_id', '=', userId);

/** Those of a user that count, oldest first. A suspended one is still asked for, but opens nothing. */
export const listFactors = (tx: Tx, customerId: string, userId: string): Promise<FactorRow[]> =>
  factorsOf(tx, customerId, userId).where('confirmed_at', 'is not', null).orderBy('factor_id').execute();

export const findFactor = (
  tx: Tx,
  customerId: string,
  userId: string,
  factorId: string,
): Promise<FactorRow | undefined> =>
  factorsOf(tx, customerId, userId).where('factor_id', '=', factorId).executeTakeFirst();

export const countRecoveryCodes = async (tx: Tx, customerId: string, userId: string): Promise<number> => {
  const { left } = await tx
    .selectFrom('recovery_codes')
    .select((each) => each.fn.countAll<string>().as('left'))
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
};

/** What an account asks for besides the password: nothing as long as no factor of it counts. */
export const secondStepOf = async (
  tx: Tx,
  { customer_id, user_id }: { customer_id: string; user_id: string },
): Promise<('passkey' | 'totp' | 'recovery')[]> => {
  const factors = await listFactors(tx, customer_id, user_id);
  if (factors.length === 0) return [];
  const hasPasskey = factors.some((each) => each.credential_id !== null && each.suspended_at === null);
  const hasApp = factors.some((each) => each.secret !== null);
  return [...(hasPasskey ? ['passkey' as const] : []), ...(hasApp ? ['totp' as const] : []), 'recovery'];
};
