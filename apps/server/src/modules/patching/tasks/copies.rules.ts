import { isOlderVersion } from '@patchkeep/rules/software/older-copy';

/** Whose the copy is that all users share. */
export const machineCopy = '';

export type Scope = 'machine' | 'user';
export const scopeOf = (owner: string): Scope => (owner === machineCopy ? 'machine' : 'user');

interface Choice {
  /** Versions by whose copy they are. */
  copies: ReadonlyMap<string, readonly string[]>;
  toVersion: string;
  scheme: string;
  /** Whose copy was brought there already, or given up. */
  ended: ReadonlySet<string>;
  /** For which scopes there is a package. */
  scopes: ReadonlySet<string>;
}

/** Whose copy is to be updated now: the machine's first, then one user's after the other. A host does one at a time. */
export const nextCopy = ({ copies, toVersion, scheme, ended, scopes }: Choice): string | undefined =>
  [...copies.keys()]
    .toSorted()
    .find(
      (owner) =>
        scopes.has(scopeOf(owner)) &&
        !ended.has(owner) &&
        (copies.get(owner) ?? []).some((each) => isOlderVersion(scheme, each, toVersion)),
    );
