import type { Updateable } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { NewFactor } from '../identity.tables.ts';

export const insertFactor = async (tx: Tx, row: NewFactor): Promise<void> => {
  await tx.insertInto('factors').values(row).execute();
};

/** What was begun and never confirmed. */
export const dropPendingFactors = async (tx: Tx, customerId: string, userId: string): Promise<void> => {
  await tx
    .deleteFrom('factors')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .execute();
};

const updating = (tx: Tx, customerId: string, factorId: string, change: Updateable<Tables['factors']>) =>
  tx.updateTable('factors').set(change).where('customer_id', '=', customerId).where('factor_id', '=', factorId);

export const confirmFactor = async (tx: Tx, customerId: string, factorId: string, now: Date): Promise<void> => {
  await updating(tx, customerId, factorId, { confirmed_at: now }).execute();
};

/** True for one caller only: the row moves to the step, and no code of it or of an older one counts any more. */
export const spendStep = async (
  tx: Tx,
  customerId: string,
  factorId: string,
  step: number,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await updating(tx, customerId, factorId, { last_step: step, used_at: now })
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** The counter of a passkey goes up with each use; one that keeps none says 0 each time. */
export const moveCounter = async (
  tx: Tx,
  customerId: string,
  factorId: string,
  counter: number,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await updating(tx, customerId, factorId, { counter, used_at: now })
    .where((each) => (counter === 0 ? each('counter', '=', '0') : each('counter', '<', String(counter))))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const suspendFactor = async (tx: Tx, customerId: string, factorId: string, now: Date): Promise<void> => {
  await updating(tx, customerId, factorId, { suspended_at: now }).execute();
};

/** True for one caller only. */
export const spendRecoveryCode = async (
  tx: Tx,
  customerId: string,
  userId: string,
  keptAs: Buffer[],
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('code_hash', 'in', keptAs)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const dropRecoveryCodes = async (tx: Tx, customerId: string, userId: string): Promise<void> => {
  await tx.deleteFrom('recovery_codes').where('customer_id', '=', customerId).where('user_id', '=', userId).execute();
};

export const insertRecoveryCodes = async (
  tx: Tx,
  rows: readonly { customer_id: string; user_id: string; code_hash: Buffer; created_at: Date; used_at: null }[],
): Promise<void> => {
  await tx.insertInto('recovery_codes').values(rows).execute();
};

export const deleteFactor = async (tx: Tx, customerId: string, factorId: string): Promise<void> => {
  await tx.deleteFrom('factors').where('customer_id', '=', customerId).where('factor_id', '=', factorId).execute();
};

/** Returns how many there were. */
export const deleteFactorsOf = async (tx: Tx, customerId: string, userId: string): Promise<number> => {
  await dropRecoveryCodes(tx, customerId, userId);
  const { numDeletedRows } = await tx
    .deleteFrom('factors')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
