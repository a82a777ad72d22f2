import { breakGlassLimits } from '@patchkeep/contract/break-glass';
import type { SiteUser } from '@patchkeep/contract/users';

const words: Record<SiteUser['secondFactor'], string> = {
  none: 'None',
  app: 'App',
  passkey: 'Passkey',
  elsewhere: 'Elsewhere',
};

/** What the user proves besides the password, and whether the organisation asks for more. */
export const factorText = ({
  secondFactor,
  isFactorMissing,
}: Pick<SiteUser, 'secondFactor' | 'isFactorMissing'>): string =>
  isFactorMissing ? `${words[secondFactor]}, needs one` : words[secondFactor];

/** Who has none and proves themselves here; somebody who was removed proves nothing. */
export const hasNoFactor = ({ secondFactor, isFactorMissing, state }: SiteUser): boolean =>
  state !== 'removed' && (secondFactor === 'none' || isFactorMissing);

/** Nobody knows whether an account still works that was not used for so long. */
export const untriedText = ({ lastUsed }: NonNullable<SiteUser['breakGlass']>): string =>
  lastUsed === null ? 'never used' : `not used for ${breakGlassLimits.usedWithinDays} days`;

export const breakGlassText = (breakGlass: SiteUser['breakGlass']): string | undefined => {
  if (breakGlass === null) return undefined;
  return breakGlass.isUntried ? `Break-glass, ${untriedText(breakGlass)}` : 'Break-glass';
};
