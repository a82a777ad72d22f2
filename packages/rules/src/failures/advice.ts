import { installerMeaning } from './installer-codes.ts';
import { hexOf, updateMeaning } from './update-codes.ts';

/**
 * What a person can do about a failure. A package may give an exit code a meaning of its own, so the advice is given
 * only where the cause is the one that the code has by itself.
 */
export const adviceFor = (cause: string, exitCode: number | null): string | undefined => {
  if (exitCode === null) return undefined;
  const update = updateMeaning(exitCode);
  if (update && cause.includes(`(${hexOf(exitCode)})`)) return update.advice;
  const installer = installerMeaning(exitCode);
  return installer && cause.includes(installer.means) ? installer.advice : undefined;
};
