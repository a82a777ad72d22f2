import type { Installer, InstallerManifest } from '@patchkeep/winget/installers';
import type { Recipe } from '../recipes/recipe.ts';
import { argumentsOf } from './arguments.ts';
import { chooseInstaller, type Offer, offersOf } from './choose-installer.ts';
import { nestedFileOf } from './nested-file.ts';
import { isFinal, placeOf, type Reason } from './reasons.ts';
import { kindOf, type Variant, variantText } from './variant.ts';

export const outcomes = ['manifest', 'recipe', 'needsRecipe', 'notOffered'] as const;
export type Outcome = (typeof outcomes)[number];

/** What is in the way for one variant, with the manifest alone and with the recipe. */
interface JudgedVariant {
  offer: Offer;
  alone: Reason[];
  withRecipe: Reason[];
}

export interface Judgement {
  outcome: Outcome;
  /** Of an application that is ready by a recipe: what the recipe is for. Null: it is ready from the manifest. */
  reason: Reason | null;
  /** Of the variant that comes nearest. */
  reasons: Reason[];
  /** Which variants a package can be made for. */
  ready: Variant[];
  /** How many variants the manifests name. */
  variants: number;
}

const notInstallable = ({ kind, nestedKind }: Installer): Reason => {
  const inner = kindOf({ kind, nestedKind });
  return inner === 'msix' || inner === 'appx' ? 'msix' : 'notAnInstaller';
};

/** What is in the way of making a package of one installer. */
export const obstaclesOf = (
  { installer, variant, packageId }: Pick<Offer, 'installer' | 'variant' | 'packageId'>,
  recipe: Recipe | undefined,
): Reason[] => {
  const found: Reason[] = [];
  if (installer.needsFolder) found.push('needsFolder');
  if (installer.isExplicitOnly || installer.upgradeBehavior === 'deny') found.push('explicitOnly');
  if (installer.upgradeBehavior === 'uninstallprevious' && !recipe?.removal) found.push('removesFirst');
  // Where a recipe tells editions apart, also one that is alone in its version is one of several.
  const hasEditions = variant.edition !== null || recipe?.editions !== undefined;
  if (hasEditions && !Object.hasOwn(recipe?.editions ?? {}, packageId)) found.push('editionUnclear');
  if (installer.kind === 'zip' && !(recipe?.runsNested && nestedFileOf(installer))) found.push('nestedInZip');
  // An MSI says it in the file itself.
  if (installer.scope === null && variant.family !== 'msi' && !recipe?.scope) found.push('scopeUnsaid');
  const given = recipe?.arguments ? undefined : argumentsOf(installer, recipe?.isInstallable ?? false);
  if (given && 'reason' in given) found.push(given.reason);
  return found.toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** Which of two lists of reasons is nearer to a package. */
const byDistance = (a: readonly Reason[], b: readonly Reason[]): number =>
  Number(a.some(isFinal)) - Number(b.some(isFinal)) ||
  a.length - b.length ||
  placeOf(b[0] ?? 'noManifest') - placeOf(a[0] ?? 'noManifest');

const judgeVariants = (offers: readonly Offer[], recipe: Recipe | undefined): JudgedVariant[] => {
  const judged = new Map<string, JudgedVariant>();
  for (const { variant } of offers) {
    const offer = chooseInstaller(offers, variant);
    if (offer && !judged.has(variantText(variant)))
      judged.set(variantText(variant), {
        offer,
        alone: obstaclesOf(offer, undefined),
        withRecipe: obstaclesOf(offer, recipe),
      });
  }
  return [...judged.values()];
};

const refused = (reason: Reason, variants: number): Judgement => ({
  outcome: 'notOffered',
  reason,
  reasons: [reason],
  ready: [],
  variants,
});

/** Without an installer among them: what the files are instead. MSIX is told before programs without an installer. */
const whatTheyAre = (manifests: readonly InstallerManifest[]): Reason => {
  const found = manifests.flatMap(({ installers }) => installers.map(notInstallable));
  if (found.length === 0) return 'noManifest';
  return found.includes('msix') ? 'msix' : 'notAnInstaller';
};

/** How an application gets its package, from the newest manifests of its channel and from the recipe, if there is one. */
export const outcomeOf = (manifests: readonly InstallerManifest[], recipe: Recipe | undefined): Judgement => {
  const judged = judgeVariants(offersOf(manifests, recipe), recipe);
  if (recipe?.refused) return refused(recipe.refused, judged.length);
  if (judged.length === 0) return refused(whatTheyAre(manifests), 0);
  const variants = judged.length;
  const readyOf = (key: 'alone' | 'withRecipe'): JudgedVariant[] => judged.filter((each) => each[key].length === 0);
  const ready = readyOf('withRecipe').map(({ offer }) => offer.variant);
  if (readyOf('alone').length > 0) return { outcome: 'manifest', reason: null, reasons: [], ready, variants };
  const [helped] = readyOf('withRecipe').toSorted((a, b) => byDistance(a.alone, b.alone));
  if (helped) return { outcome: 'recipe', reason: helped.alone[0] ?? null, reasons: helped.alone, ready, variants };
  const [nearest = []] = judged.map(({ withRecipe }) => withRecipe).toSorted(byDistance);
  const outcome = nearest.some(isFinal) ? 'notOffered' : 'needsRecipe';
  return { outcome, reason: nearest[0] ?? null, reasons: nearest, ready, variants };
};
