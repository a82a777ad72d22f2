import { type Right, rolePreset, sitePermission } from '@patchkeep/contract/rights';
import { has, mayCall, refuseMask, type Subject } from './permissions.ts';

/** All a token can ever hold: no managing of users, sites or tokens, whoever made it. */
const tokenBits = rolePreset['Read & Write'];

/** What a token may do now: what it was given and what its owner still has. */
export const tokenMask = (granted: number, ownersMask: number): number => granted & ownersMask & tokenBits;

/** Why a token with this mask may not be made by somebody who holds `ownMask`, or undefined when it may. */
export const refuseTokenMask = (wanted: number, ownMask: number): string | undefined => {
  const refusal = refuseMask(wanted);
  if (refusal) return refusal;
  if (!has(wanted, sitePermission.FullRead)) return 'An API token needs read access';
  if (!has(tokenBits, wanted)) return 'An API token cannot administer';
  if (!has(ownMask, wanted)) return 'An API token cannot do more than you';
  return undefined;
};

/**
 * Rights of people only: the account, session and tab behind `signedIn`, other sites, users and tokens; and what a
 * stolen token would do most harm with, because it lets machines in, cannot be taken back or holds for all hosts.
 */
const personal: readonly Right[] = [
  'signedIn',
  'detached',
  'provisions',
  'isSystemAdmin',
  'canAdmitHosts',
  'canDeleteHosts',
  'canChangeSettings',
  'canManageSites',
  'canManageApiTokens',
];

/** May any token at all call an endpoint that asks for `right`? */
export const isOpenToTokens = (right: Right): boolean => !personal.includes(right);

export const tokenMayCall = (right: Right, subject: Subject | null): boolean =>
  isOpenToTokens(right) && mayCall(right, subject);

/** The token of a dashboard opens its own realm and nothing else. */
export const dashboardMayCall = (right: Right): boolean => right === 'detached';

/** So does the token of a connection. */
export const provisioningMayCall = (right: Right): boolean => right === 'provisions';
