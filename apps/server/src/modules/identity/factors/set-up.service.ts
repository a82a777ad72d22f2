import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { factorLimits } from '@patchkeep/contract/factors';
import { product } from '@patchkeep/contract/product';
import { breakGlassRefusals } from '@patchkeep/rules/users/break-glass';
import type { Tx } from '../../../platform/db/tenant.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import type { RowSealer } from '../../../platform/sealed.ts';
import type { UserRow } from '../identity.tables.ts';
import { findUser, lockUser } from '../users.queries.ts';
import { findFactor, listFactors } from './factors.queries.ts';
import {
  confirmFactor,
  dropPendingFactors,
  dropRecoveryCodes,
  insertFactor,
  insertRecoveryCodes,
  spendStep,
} from './factors.repository.ts';
import type { PasskeyTools, readRegistration } from './passkey.service.ts';
import { factorTexts, type FactorTools, secretPlace, stepOf } from './prove.service.ts';
import { base32, mfaUriOf } from './totp.rules.ts';

/** Whose second factor is set up, in the transaction that does it: in a session, or while signing in. */
export interface Owner {
  tx: Tx;
  customerId: string;
  userId: string;
  now: Date;
}

/** What was added, and the recovery codes that come with the first factor. */
export interface Added {
  name: string;
  recoveryCodes: string[] | null;
}

export const originOf = ({ publicOrigin }: Pick<PasskeyTools, 'publicOrigin'>): string => {
  if (publicOrigin === undefined)
    throw forbidden('This server does not know its address: ask its operator to set PATCHKEEP_PUBLIC_URL');
  return publicOrigin;
};

/** Before anything is proved: nothing is used up where nothing can be kept. */
export const refuseWithoutDataKey: (tools: Pick<FactorTools, 'rows'>) => asserts tools is { rows: RowSealer } = ({
  rows,
}) => {
  if (!rows) throw forbidden('This server has no data key: ask its operator to set PATCHKEEP_DATA_KEY');
};

export const refuseTooMany = async ({ tx, customerId, userId }: Owner): Promise<void> => {
  if ((await listFactors(tx, customerId, userId)).length >= factorLimits.perUser)
    throw invalid(`At most ${factorLimits.perUser} second factors: remove one first`);
};

const emptyFactor = {
  secret: null,
  last_step: 0,
  credential_id: null,
  public_key: null,
  counter: 0,
  is_backup_eligible: false,
  confirmed_at: null,
  used_at: null,
  suspended_at: null,
};

/** An authenticator app that does not count yet. One that was begun before and not confirmed is dropped. */
export const beginApp = async (
  owner: Owner,
  tools: Pick<FactorTools, 'rows'>,
  { username }: Pick<UserRow, 'username'>,
  name: string,
) => {
  refuseWithoutDataKey(tools);
  const { tx, customerId, userId, now } = owner;
  await refuseTooMany(owner);
  await dropPendingFactors(tx, customerId, userId);
  const secret = randomBytes(20);
  const place = { customer_id: customerId, factor_id: randomUUIDv7() };
  await insertFactor(tx, {
    ...emptyFactor,
    ...place,
    user_id: userId,
    name,
    secret: tools.rows.seal(secretPlace(place), secret),
    created_at: now,
  });
  return { factorUuid: place.factor_id, mfaUri: mfaUriOf(product.name, username, secret), secret: base32(secret) };
};

export const giveRecoveryCodes = async (
  { tx, customerId, userId, now }: Owner,
  { codes }: Pick<FactorTools, 'codes'>,
): Promise<string[]> => {
  const made = codes.make();
  await dropRecoveryCodes(tx, customerId, userId);
  const rowOf = (code: string) => ({
    customer_id: customerId,
    user_id: userId,
    code_hash: codes.keep({ customerId, userId }, code),
    created_at: now,
    used_at: null,
  });
  await insertRecoveryCodes(tx, made.map(rowOf));
  return made;
};

/** The first code shows that the app holds the secret; from then on it is asked for. */
export const confirmApp = async (owner: Owner, tools: FactorTools, factorId: string, code: string): Promise<Added> => {
  const { tx, customerId, userId, now } = owner;
  const found = await findFactor(tx, customerId, userId, factorId);
  if (!found || found.confirmed_at !== null || found.secret === null) throw notFound();
  const step = stepOf(tools.rows, found, code, now);
  if (step === undefined || !(await spendStep(tx, customerId, factorId, step, now))) throw invalid(factorTexts.wrong);
  const isFirst = (await listFactors(tx, customerId, userId)).length === 0;
  await confirmFactor(tx, customerId, factorId, now);
  return { name: found.name, recoveryCodes: isFirst ? await giveRecoveryCodes(owner, tools) : null };
};

/** Keeps a passkey that the browser has made as it was asked to. */
export const keepPasskey = async (
  owner: Owner,
  tools: Pick<FactorTools, 'codes'>,
  name: string,
  made: NonNullable<Awaited<ReturnType<typeof readRegistration>>>,
): Promise<Added> => {
  const { tx, customerId, userId, now } = owner;
  // Waits for a mark that is being made: afterwards the account is one that takes no synced passkey.
  await lockUser(tx, customerId, userId);
  await refuseTooMany(owner);
  const isBreakGlass = (await findUser(tx, customerId, userId))?.is_break_glass === true;
  if (isBreakGlass && made.isBackupEligible) throw invalid(breakGlassRefusals.synced);
  const isFirst = (await listFactors(tx, customerId, userId)).length === 0;
  await insertFactor(tx, {
    ...emptyFactor,
    customer_id: customerId,
    factor_id: randomUUIDv7(),
    user_id: userId,
    name,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    counter: made.counter,
    is_backup_eligible: made.isBackupEligible,
    created_at: now,
    confirmed_at: now,
  });
  return { name, recoveryCodes: isFirst ? await giveRecoveryCodes(owner, tools) : null };
};
