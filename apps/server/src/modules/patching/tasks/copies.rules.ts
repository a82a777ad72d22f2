import { wasAbout } from '@patchkeep/rules/approvals/given-up';
import { isForCopy, type VouchedPackage } from '@patchkeep/rules/approvals/supply';
import { isOlderVersion } from '@patchkeep/rules/software/older-copy';
import type { CopyVariant, Fit } from '@patchkeep/rules/software/variant';

/** Whose the copy is that all users share. */
export const machineCopy = '';

/** A copy of an application as a host reported it, with the version as its channel spells it. */
export interface HeldCopy extends CopyVariant {
  version: string;
}

/** Work that brought copies to a version already, or was given up: whose, and of which variant. */
export interface EndedWork {
  owner: string;
  copies: Omit<Fit, 'scope'>;
}

interface Choice<P> {
  /** By whose copies they are. */
  copies: ReadonlyMap<string, readonly HeldCopy[]>;
  toVersion: string;
  scheme: string;
  ended: readonly EndedWork[];
  /** The best first. */
  packages: readonly P[];
}

/**
 * Which copy is to be updated now, and with which package: the machine's first, then one user's after the other. A host
 * does one at a time, and a copy gets only a package of its own variant.
 */
export const nextCopy = <P extends Pick<VouchedPackage, 'scope' | 'copies'>>({
  copies,
  toVersion,
  scheme,
  ended,
  packages,
}: Choice<P>): { owner: string; found: P } | undefined => {
  for (const owner of [...copies.keys()].toSorted()) {
    const left = (copies.get(owner) ?? []).filter(
      (copy) =>
        isOlderVersion(scheme, copy.version, toVersion) && !ended.some((each) => wasAbout(each, { ...copy, owner })),
    );
    const found = packages.find((each) => left.some((copy) => isForCopy(each, copy)));
    if (found) return { owner, found };
  }
  return undefined;
};
