import { product } from '@patchkeep/contract/product';
import type { PasskeyAnswer, PasskeyRegistration } from '@patchkeep/contract/webauthn';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Tx } from '../../../platform/db/tenant.ts';
import type { FactorRow, UserRow } from '../identity.tables.ts';
import type { Challenges } from './challenge.factory.ts';
import { listFactors } from './factors.queries.ts';
import { moveCounter, suspendFactor } from './factors.repository.ts';

export interface PasskeyTools {
  challenges: Challenges;
  /** The address that users type. Passkeys are bound to its host; without it there are none. */
  publicOrigin: string | undefined;
}

type Owner = Pick<UserRow, 'customer_id' | 'user_id'>;

/** Names the customer too: a passkey of one customer is never one of another. */
const handleOf = ({ customer_id, user_id }: Owner): Buffer<ArrayBuffer> =>
  Buffer.from(`${customer_id}${user_id}`.replaceAll('-', ''), 'hex');

/** Whose a passkey says it is; undefined for what is no handle of ours. */
export const ownerOfHandle = (handle: string | undefined): Owner | undefined => {
  const hex = Buffer.from(handle ?? '', 'base64url').toString('hex');
  const ids = /^(.{8})(.{4})(.{4})(.{4})(.{12})(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex)?.slice(1);
  return ids && { customer_id: ids.slice(0, 5).join('-'), user_id: ids.slice(5).join('-') };
};

/**
 * Ed25519, ES256, RS256: what devices in use sign with. The library would also offer ML-DSA, which Node calls
 * experimental and whose signatures are larger than what a call may carry.
 */
const algorithms = [-8, -7, -257];

const rpIdOf = (origin: string): string => new URL(origin).hostname;
const credentialOf = ({ credential_id }: FactorRow): string => credential_id?.toString('base64url') ?? '';

/** Those that open something. */
const usable = (factors: readonly FactorRow[]): FactorRow[] =>
  factors.filter(({ credential_id, suspended_at }) => credential_id !== null && suspended_at === null);

export const registrationOptions = async (
  tx: Tx,
  { challenges }: PasskeyTools,
  origin: string,
  user: UserRow,
  purpose: string,
  now: Date,
) => {
  const factors = await listFactors(tx, user.customer_id, user.user_id);
  return generateRegistrationOptions({
    rpName: product.name,
    rpID: rpIdOf(origin),
    userName: user.username,
    userDisplayName: user.long_name,
    userID: handleOf(user),
    challenge: challenges.make(purpose, now),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: factors.filter((each) => each.credential_id).map((each) => ({ id: credentialOf(each) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
};

/** The passkey that a browser has made; undefined when anything about it is not as asked for. */
export const readRegistration = async (
  { challenges }: PasskeyTools,
  origin: string,
  response: PasskeyRegistration,
  purpose: string,
  now: Date,
): Promise<{ credentialId: Buffer; publicKey: Buffer; counter: number; isBackupEligible: boolean } | undefined> => {
  // A passkey that cannot be found by itself is no passkey.
  if (response.clientExtensionResults.credProps?.rk === false) return undefined;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => challenges.take(purpose, challenge, now),
    expectedOrigin: origin,
    expectedRPID: rpIdOf(origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified) return undefined;
  const { credential, credentialDeviceType } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    isBackupEligible: credentialDeviceType === 'multiDevice',
  };
};

/** Without credentials the device offers all passkeys that it has for this host. */
export const anyPasskeyOptions = (
  { challenges }: PasskeyTools,
  origin: string,
  purpose: string,
  now: Date,
  allowCredentials: { id: string }[] = [],
) =>
  generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    challenge: challenges.make(purpose, now),
    allowCredentials,
    userVerification: 'required',
  });

export const authenticationOptions = async (
  tx: Tx,
  tools: PasskeyTools,
  origin: string,
  user: Owner,
  purpose: string,
  now: Date,
) => {
  const own = usable(await listFactors(tx, user.customer_id, user.user_id));
  const credentials = own.map((each) => ({ id: credentialOf(each) }));
  return anyPasskeyOptions(tools, origin, purpose, now, credentials);
};

/** The passkey that signed, and the counter and mark it signed with; undefined when anything is not as asked for. */
export const readAnswer = async (
  { challenges }: PasskeyTools,
  origin: string,
  { factors, owner }: { factors: readonly FactorRow[]; owner: Owner },
  response: PasskeyAnswer,
  purpose: string,
  now: Date,
): Promise<{ factor: FactorRow; counter: number } | undefined> => {
  const factor = usable(factors).find((each) => credentialOf(each) === response.id);
  const userHandle = handleOf(owner).toString('base64url');
  if (!factor?.public_key || response.response.userHandle !== userHandle) return undefined;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {}, response: { ...response.response, userHandle } },
    expectedChallenge: (challenge) => challenges.take(purpose, challenge, now),
    expectedOrigin: origin,
    expectedRPID: rpIdOf(origin),
    requireUserVerification: true,
    // Counters are compared by the row that keeps them, of which many processes may ask at once.
    credential: { id: response.id, publicKey: new Uint8Array(factor.public_key), counter: 0 },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return undefined;
  const isEligible = authenticationInfo.credentialDeviceType === 'multiDevice';
  return isEligible === factor.is_backup_eligible ? { factor, counter: authenticationInfo.newCounter } : undefined;
};

/** False for a counter that does not go up: somebody has a copy of the key, so the passkey opens nothing any more. */
export const spendAnswer = async (
  tx: Tx,
  { factor, counter }: { factor: FactorRow; counter: number },
  now: Date,
): Promise<boolean> => {
  const { customer_id: customerId, factor_id: factorId } = factor;
  if (await moveCounter(tx, customerId, factorId, counter, now)) return true;
  await suspendFactor(tx, customerId, factorId, now);
  return false;
};
