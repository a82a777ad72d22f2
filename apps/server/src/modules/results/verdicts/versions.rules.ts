import type { CompareVersions } from '@patchkeep/rules/ignoring';
import { compareVersions, isScheme, versionKey } from '@patchkeep/versions/schemes';

export const schemeOf = (name: string | null | undefined) => (name && isScheme(name) ? name : 'generic');

/** How the versions of applications compare, each by the scheme of its channel. */
export const comparerFor =
  (schemes: ReadonlyMap<number, string>): CompareVersions =>
  (applicationId, a, b) =>
    compareVersions(schemeOf(schemes.get(applicationId)), a, b);

/** Newest first; what cannot be read comes last, by its text. */
export const newestFirst = (scheme: string | null | undefined) => {
  const keys = new Map<string, string | undefined>();
  const keyOf = (version: string): string | undefined => {
    if (!keys.has(version)) keys.set(version, versionKey(schemeOf(scheme), version));
    return keys.get(version);
  };
  return (a: string, b: string): number => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === undefined || right === undefined)
      return left === right ? (a < b ? 1 : -1) : left === undefined ? 1 : -1;
    return left === right ? 0 : left < right ? 1 : -1;
  };
};
