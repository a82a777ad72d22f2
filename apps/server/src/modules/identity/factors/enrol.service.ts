import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { type Factor, factorLimits, type factors as endpoints } from '@patchkeep/contract/factors';
import type { passkeys } from '@patchkeep/contract/passkeys';
import { product } from '@patchkeep/contract/product';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { recordActOfCaller } from '../../audit/public.ts';
import type { FactorRow } from '../identity.tables.ts';
import { findUser } from '../users.queries.ts';
import { countRecoveryCodes, findFactor, listFactors } from './factors.queries.ts';
import {
  confirmFactor,
  deleteFactor,
  dropPendingFactors,
  dropRecoveryCodes,
  insertFactor,
  insertRecoveryCodes,
  spendStep,
} from './factors.repository.ts';
import { type PasskeyTools, readRegistration, registrationOptions } from './passkey.service.ts';
import { factorTexts, type FactorTools, proveOwner, secretPlace, stepOf } from './prove.service.ts';
import { base32, mfaUriOf } from './totp.rules.ts';

type Endpoints = typeof endpoints;

const present = (row: FactorRow): Factor => ({
  factorUuid: row.factor_id,
  kind: row.secret === null ? 'passkey' : 'totp',
  name: row.name,
  created: row.created_at.toISOString(),
  lastUsed: row.used_at?.toISOString() ?? null,
  isSuspended: row.suspended_at !== null,
});

const record = (context: Context, verb: string, { name }: { name?: string } = {}): Promise<void> =>
  recordActOfCaller(context, {
    siteId: null,
    verb,
    objectKind: 'user',
    objectId: context.principal.userId,
    ...(name !== undefined && { after: { name } }),
  });

export const readFactors = async (
  { tx, principal: { customerId, userId } }: Context,
  { rows, publicOrigin }: FactorTools & PasskeyTools,
): Promise<Returned<Endpoints['read']>> => {
  const user = await findUser(tx, customerId, userId);
  if (!user) throw notFound();
  return {
    factors: (await listFactors(tx, customerId, userId)).map(present),
    recoveryCodesLeft: await countRecoveryCodes(tx, customerId, userId),
    isTotpOffered: rows !== undefined,
    isPasskeyOffered: publicOrigin !== undefined,
    isSsoLoginOnly: user.is_sso_login_only,
  };
};

const refuseTooMany = async ({ tx, principal: { customerId, userId } }: Context): Promise<void> => {
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
export const setUpTotp = async (
  context: Context,
  tools: FactorTools,
  { name, proof }: Received<Endpoints['setUp']>['body'],
): Promise<Returned<Endpoints['setUp']>> => {
  if (!tools.rows) throw forbidden('This server has no data key: ask its operator to set PATCHKEEP_DATA_KEY');
  const user = await proveOwner(tools, context, proof);
  const { tx, now } = context;
  const { customer_id: customerId, user_id: userId } = user;
  await refuseTooMany(context);
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
  return {
    factorUuid: place.factor_id,
    mfaUri: mfaUriOf(product.name, user.username, secret),
    secret: base32(secret),
  };
};

const giveRecoveryCodes = async ({ tx, principal, now }: Context, { codes }: FactorTools): Promise<string[]> => {
  const { customerId, userId } = principal;
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
export const confirmTotp = async (
  context: Context,
  tools: FactorTools,
  factorId: string,
  code: string,
): Promise<Returned<Endpoints['confirm']>> => {
  const { tx, principal, now } = context;
  const { customerId, userId } = principal;
  const found = await findFactor(tx, customerId, userId, factorId);
  if (!found || found.confirmed_at !== null || found.secret === null) throw notFound();
  const step = stepOf(tools.rows, found, code, now);
  if (step === undefined || !(await spendStep(tx, customerId, factorId, step, now))) throw invalid(factorTexts.wrong);
  const isFirst = (await listFactors(tx, customerId, userId)).length === 0;
  await confirmFactor(tx, customerId, factorId, now);
  await record(context, 'factor.add', found);
  return { mfaChangeResult: 'added', recoveryCodes: isFirst ? await giveRecoveryCodes(context, tools) : null };
};

/** A challenge for a new passkey is bound to the session that proved whose it is. */
const purposeOf = ({ principal }: Context): string => `enrol|${principal.sessionId}`;

const originOf = ({ publicOrigin }: PasskeyTools): string => {
  if (publicOrigin === undefined)
    throw forbidden('This server does not know its address: ask its operator to set PATCHKEEP_PUBLIC_URL');
  return publicOrigin;
};

export const beginPasskey = async (
  context: Context,
  tools: FactorTools & PasskeyTools,
  { proof }: Received<(typeof passkeys)['begin']>['body'],
): Promise<Returned<(typeof passkeys)['begin']>> => {
  const origin = originOf(tools);
  const user = await proveOwner(tools, context, proof);
  await refuseTooMany(context);
  const options = await registrationOptions(context.tx, tools, origin, user, purposeOf(context), context.now);
  return { options: { ...options } };
};

export const addPasskey = async (
  context: Context,
  tools: FactorTools & PasskeyTools,
  { name, passkey }: Received<(typeof passkeys)['add']>['body'],
): Promise<Returned<(typeof passkeys)['add']>> => {
  const { customerId, userId } = context.principal;
  // Before the transaction opens: the use of the challenge has to stay, whatever becomes of the passkey.
  const made = await readRegistration(tools, originOf(tools), passkey, purposeOf(context), context.now);
  if (!made) throw invalid(factorTexts.wrongPasskey);
  await refuseTooMany(context);
  const isFirst = (await listFactors(context.tx, customerId, userId)).length === 0;
  await insertFactor(context.tx, {
    ...emptyFactor,
    customer_id: customerId,
    factor_id: randomUUIDv7(),
    user_id: userId,
    name,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    counter: made.counter,
    is_backup_eligible: made.isBackupEligible,
    created_at: context.now,
    confirmed_at: context.now,
  });
  await record(context, 'factor.add', { name });
  return { mfaChangeResult: 'added', recoveryCodes: isFirst ? await giveRecoveryCodes(context, tools) : null };
};

/** With the last factor its recovery codes go too: they would stand in for nothing. */
export const removeFactor = async (
  context: Context,
  tools: FactorTools,
  factorId: string,
  { proof }: Received<Endpoints['remove']>['body'],
): Promise<Returned<Endpoints['remove']>> => {
  const { tx, principal } = context;
  const { customerId, userId } = principal;
  const find = async (within: Tx): Promise<FactorRow> => {
    const factor = await findFactor(within, customerId, userId, factorId);
    if (!factor) throw notFound();
    return factor;
  };
  await proveOwner(tools, context, proof, find);
  const found = await find(tx);
  await deleteFactor(tx, customerId, factorId);
  if ((await listFactors(tx, customerId, userId)).length === 0) await dropRecoveryCodes(tx, customerId, userId);
  await record(context, 'factor.remove', found);
  return { mfaChangeResult: 'removed' };
};

export const renewRecoveryCodes = async (
  context: Context,
  tools: FactorTools,
  { proof }: Received<Endpoints['newRecoveryCodes']>['body'],
): Promise<Returned<Endpoints['newRecoveryCodes']>> => {
  await proveOwner(tools, context, proof);
  if ('passwordHash' in proof) throw invalid('Set up a second factor first');
  await record(context, 'factor.newRecoveryCodes');
  return { recoveryCodes: await giveRecoveryCodes(context, tools) };
};
