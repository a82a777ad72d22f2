import type { WantedVariant } from '@patchkeep/contract/packager';
import { type Architecture, architectures } from '@patchkeep/contract/variants';
import type { Installer, InstallerManifest } from '@patchkeep/winget/installers';
import type { Recipe } from '../recipes/recipe.ts';
import { type Variant, variantOf } from './variant.ts';

/** One installer of a channel's newest manifests. */
export interface Offer {
  packageId: string;
  version: string;
  variant: Variant;
  installer: Installer;
}

/** `Google.Chrome` and `Google.Chrome.EXE` are one edition in two families. */
export const editionName = (packageId: string): string => packageId.replace(/\.(?:exe|msi)$/i, '').toLowerCase();

/** The Windows Installer finds it in the file; of other setups a recipe may know it. */
const withScope = (variant: Variant, recipe: Recipe | undefined): Variant =>
  variant.scope === null && variant.family !== 'msi' ? { ...variant, scope: recipe?.scope ?? null } : variant;

/** The installers among what these manifests list. Only where they are several editions do variants name one. */
export const offersOf = (manifests: readonly InstallerManifest[], recipe: Recipe | undefined): Offer[] => {
  const installable = manifests.filter(({ installers }) =>
    installers.some((installer) => variantOf(installer, null) !== undefined),
  );
  const hasEditions = new Set(installable.map(({ packageId }) => editionName(packageId))).size > 1;
  return installable.flatMap(({ packageId, version, installers }) =>
    installers.flatMap((installer) => {
      const variant = variantOf(installer, hasEditions ? packageId : null);
      return variant ? [{ packageId, version, variant: withScope(variant, recipe), installer }] : [];
    }),
  );
};

const languageOf = (locale: string): string => (locale.split('-')[0] ?? '').toLowerCase();

/** The lower the number, the better it fits; undefined: not at all. */
const localeFit = (offered: string | null, wanted: string | null): number | undefined => {
  if (wanted === null) {
    if (offered === null) return 0;
    if (offered.toLowerCase() === 'en-us') return 1;
    return languageOf(offered) === 'en' ? 2 : undefined;
  }
  if (offered === null) return 2;
  if (offered.toLowerCase() === wanted.toLowerCase()) return 0;
  return languageOf(offered) === languageOf(wanted) ? 1 : undefined;
};

/** A 32-bit setup often brings a 64-bit program, and then it is the only one there is: it comes last. */
const architectureFit = (offered: string, wanted: string): number | undefined => {
  if (offered === wanted) return 0;
  if (offered === 'neutral') return 1;
  return offered === 'x86' && wanted !== 'arm' ? 2 : undefined;
};

/** An MSI tells in the file itself for whom it installs. */
const scopeFit = (offered: Variant, wanted: Variant['scope']): number | undefined => {
  if (offered.scope === wanted) return 0;
  return offered.scope === null && offered.family === 'msi' ? 1 : undefined;
};

const fitOf = (offered: Variant, wanted: Variant): number | undefined => {
  if (offered.listedAs !== wanted.listedAs || offered.edition !== wanted.edition) return undefined;
  const fits = [
    architectureFit(offered.architecture, wanted.architecture),
    scopeFit(offered, wanted.scope),
    offered.family === wanted.family ? 0 : 1,
    localeFit(offered.locale, wanted.locale),
  ];
  return fits.reduce<number | undefined>(
    (sum, fit) => (sum === undefined || fit === undefined ? undefined : sum * 10 + fit),
    0,
  );
};

/** The installer that fits a copy best; of two that fit alike the one that the manifest names first. */
export const chooseInstaller = (offers: readonly Offer[], wanted: Variant): Offer | undefined => {
  let best: { offer: Offer; fit: number } | undefined;
  for (const offer of offers) {
    const fit = fitOf(offer.variant, wanted);
    if (fit !== undefined && (best === undefined || fit < best.fit)) best = { offer, fit };
  }
  return best?.offer;
};

const isSameBut = (a: Variant, b: Variant): boolean =>
  a.listedAs === b.listedAs && a.edition === b.edition && (a.scope === b.scope || a.scope === null || b.scope === null);

/**
 * The processors of the copies that an installer updates; null: whatever they are for. A 32-bit setup often brings a
 * 64-bit program, and then it is the only one there is; an MSI is what it says.
 */
export const architecturesOf = ({ variant }: Offer, offers: readonly Offer[]): Architecture[] | null => {
  const { architecture, family } = variant;
  const isAlone = offers.every(
    ({ variant: other }) => other.architecture === architecture || !isSameBut(other, variant),
  );
  if (architecture === 'neutral' || (architecture === 'x86' && family === 'exe' && isAlone)) return null;
  return architectures.filter((each) => each === architecture);
};

/** Whether an installer of this variant, for copies of these processors, is for copies of a variant. */
export const isForCopies = (
  { scope, family, listedAs }: Variant,
  named: readonly Architecture[] | null,
  wanted: WantedVariant,
): boolean => {
  // An MSI whose manifest does not say for whom it installs may turn out to be for the machine.
  const isUnsaid = scope === null && family === 'msi' && wanted.scope === 'machine';
  return (
    listedAs === wanted.family &&
    (scope === wanted.scope || isUnsaid) &&
    (named === null || wanted.architecture === null || named.includes(wanted.architecture))
  );
};
