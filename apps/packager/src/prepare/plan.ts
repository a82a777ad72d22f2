import type { WantedVariant } from '@patchkeep/contract/packager';
import type { Architecture } from '@patchkeep/contract/variants';
import type { Channel } from '@patchkeep/starter/channel';
import type { InstallerManifest } from '@patchkeep/winget/installers';
import type { Recipe } from '../recipes/recipe.ts';
import { argumentsOf } from '../rules/arguments.ts';
import { architecturesOf, isForCopies, type Offer, offersOf } from '../rules/choose-installer.ts';
import { obstaclesOf } from '../rules/outcome.ts';
import { reasons } from '../rules/reasons.ts';
import { variantText } from '../rules/variant.ts';

/** Which of a version's installers is meant, where there are several. */
export interface Choice {
  architecture?: string | undefined;
  scope?: string | undefined;
  kind?: string | undefined;
  /** The copies that it shall be for. */
  copies?: WantedVariant | undefined;
}

/** What a provider has vouched for: its word stands for the manifest, the recipe and the judgements. */
interface Vouched {
  provider: string;
  bytes: number;
  /** The statement without what each packager says for itself: release, end, file and names of copies. */
  about: Readonly<Record<string, unknown>>;
}

export interface Plan {
  channel: Channel;
  recipe: Recipe | undefined;
  offer: Offer;
  variant: string;
  /** The processors of the copies that it is for; null: all. */
  architectures: Architecture[] | null;
  installArguments: string[];
  vouched?: Vouched;
}

/** Channels of one line of versions have only those: `3.12` of Python. */
export const isOfLine = ({ line }: Pick<Channel, 'line'>, version: string): boolean =>
  line === undefined || version === line || version.startsWith(`${line}.`);

/** The channel that a package belongs to. Anybody may publish a manifest, so only known applications are prepared. */
export const channelOf = (channels: readonly Channel[], packageId: string, version: string): Channel => {
  const [channel] = channels.filter(
    (each) => each.wingetIds.some((id) => id.toLowerCase() === packageId.toLowerCase()) && isOfLine(each, version),
  );
  if (!channel) throw new Error(`${packageId} ${version} belongs to no known application; only those are prepared`);
  return channel;
};

/** The better it fits most hosts, the lower the number. */
const preference = ({ variant: { architecture, scope, family, locale } }: Offer): number =>
  (architecture === 'x64' ? 0 : 8) +
  (scope === 'user' ? 4 : 0) +
  (family === 'msi' ? 0 : 2) +
  (locale === null ? 0 : 1);

/**
 * Which installer of a version is prepared, and how it is run. `others` are the manifests of the channel's other
 * packages: together they show whether there are several editions.
 */
export const planPackage = (
  manifest: InstallerManifest,
  others: readonly InstallerManifest[],
  { channel, recipe, choice }: { channel: Channel; recipe: Recipe | undefined; choice: Choice },
): Plan => {
  if (recipe?.refused) throw new Error(`${channel.name} is not offered. ${recipe.refused}: ${reasons[recipe.refused]}`);
  const all = offersOf([manifest, ...others], recipe);
  const isMeant = (offer: Offer): boolean => {
    const { packageId, variant } = offer;
    return (
      packageId === manifest.packageId &&
      (choice.copies === undefined || isForCopies(variant, architecturesOf(offer, all), choice.copies)) &&
      (choice.architecture === undefined || variant.architecture === choice.architecture) &&
      (choice.kind === undefined || variant.family === choice.kind) &&
      // An MSI whose manifest does not say it is for whom the operator says.
      (choice.scope === undefined ||
        variant.scope === choice.scope ||
        (variant.scope === null && variant.family === 'msi'))
    );
  };
  const offers = all.filter(isMeant);
  const problems: string[] = [];
  for (const offer of offers.toSorted((a, b) => preference(a) - preference(b))) {
    const { installer, variant } = offer;
    const obstacles = obstaclesOf(offer, recipe).map((reason) => `${reason}: ${reasons[reason]}`);
    const problem = obstacles[0];
    const given = recipe?.arguments
      ? { arguments: recipe.arguments }
      : argumentsOf(installer, recipe?.isInstallable ?? false);
    if (problem === undefined && 'arguments' in given)
      return {
        channel,
        recipe,
        offer,
        variant: variantText(variant),
        architectures: architecturesOf(offer, all),
        installArguments: given.arguments,
      };
    problems.push(`${variantText(variant)}: ${problem ?? ''}`);
  }
  throw new Error(
    problems.length === 0
      ? `The manifest of ${manifest.packageId} ${manifest.version} names no ${choice.copies ? 'installer for such copies' : 'such installer'}`
      : `No installer of ${manifest.packageId} ${manifest.version} can be prepared. ${problems.join('; ')}`,
  );
};
