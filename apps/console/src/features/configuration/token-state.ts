import type { InstallToken } from '@patchkeep/contract/configuration';

export type TokenState = 'Active' | 'Revoked' | 'Expired' | 'Used up';

/** What a token is good for; the reason that cannot be taken back goes first. */
export const tokenState = (
  token: Pick<InstallToken, 'isRevoked' | 'expires' | 'usedCount' | 'useCap'>,
  now: Date,
): TokenState => {
  if (token.isRevoked) return 'Revoked';
  if (new Date(token.expires) <= now) return 'Expired';
  return token.usedCount >= token.useCap ? 'Used up' : 'Active';
};
