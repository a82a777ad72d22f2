import type { Proof } from '@patchkeep/contract/factors';
import { canonicalUsername } from '@patchkeep/rules/password';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Context } from '../../../platform/context.ts';
import type { Tables } from '../../../platform/db/tables.ts';
import { type Tx, withTenant } from '../../../platform/db/tenant.ts';
import { forbidden, invalid, notFound, tooMany } from '../../../platform/errors.ts';
import type { RowSealer } from '../../../platform/sealed.ts';
import { recordAct } from '../../audit/public.ts';
import type { FactorRow, UserRow } from '../identity.tables.ts';
import type { PasswordKeeper } from '../password.service.ts';
import { empty, pour } from '../throttle.repository.ts';
import { findUser } from '../users.queries.ts';
import { listFactors } from './factors.queries.ts';
import { spendRecoveryCode, spendStep } from './factors.repository.ts';
import { type PasskeyTools, readAnswer, spendAnswer } from './passkey.service.ts';
import type { RecoveryCodes } from './recovery-code.factory.ts';
import { totpStep } from './totp.rules.ts';

export interface FactorTools extends PasskeyTools {
  pool: pg.Pool;
  db: Kysely<Tables>;
  passwords: PasswordKeeper;
  /** Absent without a data key: then no secret can be kept or read. */
  rows: RowSealer | undefined;
  codes: RecoveryCodes;
}

export const factorTexts = {
  wrong: 'This code is not right, or was used already.',
  wrongPasskey: 'This passkey could not be used.',
  wrongPassword: 'The password is not right.',
} as const;

/** Where the secret of an authenticator app lies sealed. */
export const secretPlace = ({ customer_id, factor_id }: Pick<FactorRow, 'customer_id' | 'factor_id'>) => ({
  customerId: customer_id,
  table: 'factors',
  column: 'secret',
  rowId: factor_id,
});

export type CodeKind = 'totp' | 'recovery';

/** Five tries in fifteen minutes for each kind of code. The right one empties the bucket. */
export const throttleFactor = async (
  db: Kysely<Tables>,
  kind: string,
  user: Pick<UserRow, 'user_id' | 'username'>,
  now: Date,
): Promise<{ forget: () => Promise<void> }> => {
  const key = `factor|${kind}|${user.user_id}`;
  const wait = await pour(db, { key, capacity: 5, account: canonicalUsername(user.username) }, now);
  if (wait !== undefined) throw tooMany(wait);
  return { forget: () => empty(db, key) };
};

/** The step of an app's code; undefined for a wrong one, and where its secret cannot be opened. */
export const stepOf = (rows: RowSealer | undefined, factor: FactorRow, code: string, now: Date): number | undefined => {
  const secret = factor.secret ? rows?.open(secretPlace(factor), factor.secret) : undefined;
  return secret && totpStep(secret, code.replaceAll(/\s/g, ''), now);
};

/** Uses a code of one of the user's authenticator apps up. */
const spendTotp = async (
  tx: Tx,
  { rows }: Pick<FactorTools, 'rows'>,
  user: UserRow,
  code: string,
  now: Date,
): Promise<boolean> => {
  for (const factor of await listFactors(tx, user.customer_id, user.user_id)) {
    const step = stepOf(rows, factor, code, now);
    if (step !== undefined && (await spendStep(tx, user.customer_id, factor.factor_id, step, now))) return true;
  }
  return false;
};

/** Uses a code up: true for one caller only, however many send it at once. */
export const spendCode = (
  tx: Tx,
  tools: Pick<FactorTools, 'rows' | 'codes'>,
  user: UserRow,
  { kind, code }: { kind: CodeKind; code: string },
  now: Date,
): Promise<boolean> => {
  const { customer_id: customerId, user_id: userId } = user;
  if (kind === 'totp') return spendTotp(tx, tools, user, code, now);
  return spendRecoveryCode(tx, customerId, userId, tools.codes.keptAs({ customerId, userId }, code), now);
};

/** Six digits are of an app; all else is a recovery code. */
export const kindOfCode = (code: string): CodeKind => (/^\d{3}\s?\d{3}$/.test(code.trim()) ? 'totp' : 'recovery');

/** What a passkey signs to prove its owner is bound to the session that asks. */
export const provingPurpose = ({ principal }: Context): string => `prove|${principal.sessionId}`;

const wayOf = (proof: Proof): 'password' | 'passkey' | CodeKind => {
  if ('passwordHash' in proof) return 'password';
  return 'passkey' in proof ? 'passkey' : kindOfCode(proof.code);
};

const refusals = { password: factorTexts.wrongPassword, passkey: factorTexts.wrongPasskey } as const;

/** Whether the proof is right, and what the log says if it is not. What can be used once is used up by it. */
const judgeProof = async (
  tools: FactorTools,
  context: Context,
  user: UserRow,
  proof: Proof,
): Promise<{ isRight: boolean; refusal: string }> => {
  const { pool, passwords, publicOrigin } = tools;
  const { now } = context;
  const refusal = 'factor.refused';
  const inOwnTenant = <T>(work: (tx: Tx) => Promise<T>) =>
    withTenant(pool, { customerId: user.customer_id, siteIds: [], actorId: user.user_id }, work);
  if ('passwordHash' in proof) {
    const { password_salt: salt, password_digest: digest } = user;
    const stored = salt && digest ? { salt, digest } : undefined;
    return { isRight: (await passwords.matches(proof.passwordHash, stored)).isRight, refusal };
  }
  if ('code' in proof) {
    const code = { kind: kindOfCode(proof.code), code: proof.code };
    return { isRight: await inOwnTenant((tx) => spendCode(tx, tools, user, code, now)), refusal };
  }
  if (publicOrigin === undefined) return { isRight: false, refusal };
  const factors = await inOwnTenant((tx) => listFactors(tx, user.customer_id, user.user_id));
  const owned = { factors, owner: user };
  const signed = await readAnswer(tools, publicOrigin, owned, proof.passkey, provingPurpose(context), now);
  if (!signed) return { isRight: false, refusal };
  return { isRight: await inOwnTenant((tx) => spendAnswer(tx, signed, now)), refusal: 'factor.suspend' };
};

/**
 * Refuses a wrong proof, slows guesses down and writes refusals down. Runs before the transaction of the act opens: a
 * hash of a password takes most of a tenth of a second, and a refusal must stay in the log.
 */
export const provePerson = async (tools: FactorTools, context: Context, user: UserRow, proof: Proof): Promise<void> => {
  const { customerId, userId, sessionId } = context.principal;
  const way = wayOf(proof);
  const attempt = await throttleFactor(tools.db, way, user, context.now);
  const { isRight, refusal } = await judgeProof(tools, context, user, proof);
  if (!isRight) {
    const refused = { verb: refusal, objectKind: 'user', objectId: userId, siteId: null };
    await withTenant(tools.pool, { customerId, siteIds: [], actorId: userId }, (tx) =>
      recordAct(tx, context, { ...refused, customerId, actorId: userId, credentialId: sessionId }),
    );
    throw invalid(way === 'password' || way === 'passkey' ? refusals[way] : factorTexts.wrong);
  }
  await attempt.forget();
};

/**
 * Who changes second factors or does something dangerous proves to be the user, not only somebody at an open console: by
 * a factor, or by the password as long as there is no factor.
 */
export const proveOwner = async (
  tools: FactorTools,
  context: Context,
  proof: Proof,
  /** Refuses what makes no sense to prove oneself for. */
  check: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<UserRow> => {
  const { customerId, userId } = context.principal;
  const tenant = { customerId, siteIds: [], actorId: userId };
  const { user, hasFactor } = await withTenant(tools.pool, tenant, async (tx) => {
    await check(tx);
    const factors = await listFactors(tx, customerId, userId);
    return { user: await findUser(tx, customerId, userId), hasFactor: factors.length > 0 };
  });
  if (!user) throw notFound();
  if (user.is_sso_login_only) throw forbidden('This account signs in by single sign-on only');
  if (user.home_user_id !== null) throw forbidden('You are a guest here: your account is at home');
  const isByPassword = 'passwordHash' in proof;
  if (isByPassword === hasFactor) throw invalid(hasFactor ? 'Enter a code' : 'Enter your password');
  await provePerson(tools, context, user, proof);
  return user;
};
