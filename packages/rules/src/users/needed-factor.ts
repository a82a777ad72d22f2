import { sitePermission } from '@patchkeep/contract/rights';
import type { factorKinds, SecondFactorPolicy } from '@patchkeep/contract/second-factor-policy';
import { has } from '../permissions.ts';

/** What of a user decides whether a second factor is needed. */
export interface FactorStanding {
  isSystemAdmin: boolean;
  isBreakGlass: boolean;
  /** The permission bits of all sites together. */
  permissions: number;
}

export interface CustomerPolicy {
  policy: SecondFactorPolicy;
  isCustomSoftwareEnabled: boolean;
}

/** The second factors of a user that open something. */
export interface HeldFactors {
  hasPasskey: boolean;
  hasApp: boolean;
}

export type NeededFactor = 'none' | 'any' | 'passkey';
export type MissingFactor = Exclude<NeededFactor, 'none'>;

/** What the customer asks of a user besides the password. */
export const neededFactor = (
  user: FactorStanding,
  { policy, isCustomSoftwareEnabled }: CustomerPolicy,
): NeededFactor => {
  // Whatever the policy: such an account is beyond single sign-on, so a stolen password must not be enough for it.
  if (user.isBreakGlass) return 'passkey';
  if (policy === 'optional') return 'none';
  const administers = user.isSystemAdmin || has(user.permissions, sitePermission.Administer);
  const writesCustomSoftware = isCustomSoftwareEnabled && has(user.permissions, sitePermission.WriteCustomDeployments);
  if (policy === 'passkeys' && (administers || writesCustomSoftware)) return 'passkey';
  return administers || writesCustomSoftware || has(user.permissions, sitePermission.FullWrite) ? 'any' : 'none';
};

/** What a user has to set up; undefined for who has what is needed. */
export const missingFactor = (needed: NeededFactor, held: HeldFactors): MissingFactor | undefined => {
  if (needed === 'none' || held.hasPasskey) return undefined;
  return needed === 'any' && held.hasApp ? undefined : needed;
};

/**
 * The ways of the second step that may be used. Who needs a passkey and has one signs in with it and not with an app,
 * which a false page can ask for. Only a passkey opens a break-glass account.
 */
export const allowedWays = <Way extends 'passkey' | 'totp' | 'recovery'>(
  ways: readonly Way[],
  needed: NeededFactor,
  held: HeldFactors,
  isBreakGlass: boolean,
): Way[] => {
  if (needed !== 'passkey' || !held.hasPasskey) return [...ways];
  return ways.filter((way) => way === 'passkey' || (way === 'recovery' && !isBreakGlass));
};

type Kind = (typeof factorKinds)[number];

/** What the server can set up of what is missing. */
export const enrolWays = (offered: readonly Kind[], missing: MissingFactor): Kind[] =>
  offered.filter((kind) => missing === 'any' || kind === 'passkey');

export const policyRefusals = {
  passkeys:
    'This server does not know its address, so nobody can set up a passkey. Ask its operator to set PATCHKEEP_PUBLIC_URL',
  writers:
    'This server can set up no second factor. Ask its operator to set PATCHKEEP_DATA_KEY for authenticator apps, or PATCHKEEP_PUBLIC_URL for passkeys',
} as const;

/** Why a policy cannot be chosen: it must never ask for what the server cannot set up. */
export const refusePolicy = (policy: SecondFactorPolicy, offered: readonly Kind[]): string | undefined => {
  if (policy === 'optional') return undefined;
  if (policy === 'passkeys') return offered.includes('passkey') ? undefined : policyRefusals.passkeys;
  return offered.length > 0 ? undefined : policyRefusals.writers;
};
