import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { Factor, factors as endpoints } from '@patchkeep/contract/factors';
import type { passkeys } from '@patchkeep/contract/passkeys';
import { missingFactor } from '@patchkeep/rules/users/needed-factor';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { recordActOfCaller } from '../../audit/public.ts';
import type { FactorRow } from '../identity.tables.ts';
import { findUser, lockUser } from '../users.queries.ts';
import { countRecoveryCodes, findFactor, listFactors } from './factors.queries.ts';
import { deleteFactor, dropRecoveryCodes } from './factors.repository.ts';
import { factorNeedOf } from './needed-factor.service.ts';
import { readRegistration, registrationOptions } from './passkey.service.ts';
import { factorTexts, type FactorTools, proveOwner } from './prove.service.ts';
import {
  type Added,
  beginApp,
  confirmApp,
  giveRecoveryCodes,
  keepPasskey,
  originOf,
  type Owner,
  refuseTooMany,
  refuseWithoutDataKey,
} from './set-up.service.ts';

type Endpoints = typeof endpoints;
type Need = Awaited<ReturnType<typeof factorNeedOf>>;

const ownerOf = ({ tx, principal: { customerId, userId }, now }: Context): Owner => ({ tx, customerId, userId, now });

const isUsable = (row: FactorRow): boolean => row.confirmed_at !== null && row.suspended_at === null;

/** What the user would have without one factor. */
const heldWithout = (rows: readonly FactorRow[], factorId: string) => {
  const left = rows.filter((row) => row.factor_id !== factorId && isUsable(row));
  return {
    hasPasskey: left.some(({ credential_id }) => credential_id !== null),
    hasApp: left.some(({ secret }) => secret !== null),
  };
};

/** The customer asks for this factor: without it something would be missing. */
const isNeeded = ({ needed }: Need, rows: readonly FactorRow[], factorId: string): boolean =>
  missingFactor(needed, heldWithout(rows, factorId)) !== undefined;

const present = (row: FactorRow, rows: readonly FactorRow[], need: Need): Factor => ({
  factorUuid: row.factor_id,
  kind: row.secret === null ? 'passkey' : 'totp',
  name: row.name,
  created: row.created_at.toISOString(),
  lastUsed: row.used_at?.toISOString() ?? null,
  isSuspended: row.suspended_at !== null,
  isNeeded: isNeeded(need, rows, row.factor_id),
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
  { rows, publicOrigin }: FactorTools,
): Promise<Returned<Endpoints['read']>> => {
  const user = await findUser(tx, customerId, userId);
  if (!user) throw notFound();
  const [factors, need] = [await listFactors(tx, customerId, userId), await factorNeedOf(tx, customerId, userId)];
  return {
    factors: factors.map((row) => present(row, factors, need)),
    recoveryCodesLeft: await countRecoveryCodes(tx, customerId, userId),
    isTotpOffered: rows !== undefined,
    isPasskeyOffered: publicOrigin !== undefined,
    isSsoLoginOnly: user.is_sso_login_only,
    needed: need.needed,
  };
};

export const setUpTotp = async (
  context: Context,
  tools: FactorTools,
  { name, proof }: Received<Endpoints['setUp']>['body'],
): Promise<Returned<Endpoints['setUp']>> => {
  refuseWithoutDataKey(tools);
  const user = await proveOwner(tools, context, proof);
  return beginApp(ownerOf(context), tools, user, name);
};

const answerAdded = async (context: Context, added: Added) => {
  await record(context, 'factor.add', added);
  return { mfaChangeResult: 'added' as const, recoveryCodes: added.recoveryCodes };
};

export const confirmTotp = async (
  context: Context,
  tools: FactorTools,
  factorId: string,
  code: string,
): Promise<Returned<Endpoints['confirm']>> =>
  answerAdded(context, await confirmApp(ownerOf(context), tools, factorId, code));

/** A challenge for a new passkey is bound to the session that proved whose it is. */
const purposeOf = ({ principal }: Context): string => `enrol|${principal.sessionId}`;

export const beginPasskey = async (
  context: Context,
  tools: FactorTools,
  { proof }: Received<(typeof passkeys)['begin']>['body'],
): Promise<Returned<(typeof passkeys)['begin']>> => {
  const origin = originOf(tools);
  const user = await proveOwner(tools, context, proof);
  await refuseTooMany(ownerOf(context));
  const options = await registrationOptions(context.tx, tools, origin, user, purposeOf(context), context.now);
  return { options: { ...options } };
};

export const addPasskey = async (
  context: Context,
  tools: FactorTools,
  { name, passkey }: Received<(typeof passkeys)['add']>['body'],
): Promise<Returned<(typeof passkeys)['add']>> => {
  // Before the transaction opens: the use of the challenge has to stay, whatever becomes of the passkey.
  const made = await readRegistration(tools, originOf(tools), passkey, purposeOf(context), context.now);
  if (!made) throw invalid(factorTexts.wrongPasskey);
  return answerAdded(context, await keepPasskey(ownerOf(context), tools, name, made));
};

export const factorRefusals = {
  any: 'Your organisation asks for a second factor: set another one up before you remove this one',
  passkey: 'Your organisation asks for a passkey: add another one before you remove this one',
} as const;

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
  await lockUser(tx, customerId, userId);
  const found = await find(tx);
  const need = await factorNeedOf(tx, customerId, userId);
  if (isNeeded(need, await listFactors(tx, customerId, userId), factorId))
    throw invalid(factorRefusals[need.needed === 'passkey' ? 'passkey' : 'any']);
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
  return { recoveryCodes: await giveRecoveryCodes(ownerOf(context), tools) };
};
