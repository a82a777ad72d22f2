import { isDeepStrictEqual } from 'node:util';
import type { WantedPackages, WantedVariant } from '@patchkeep/contract/packager';
import type { Channel } from '@patchkeep/starter/channel';
import type { InstallerManifest } from '@patchkeep/winget/installers';
import type { ManifestIndex } from '../manifests/manifest-index.ts';
import { type Choice, isOfLine, type Plan, planPackage } from '../prepare/plan.ts';
import type { Recipe } from '../recipes/recipe.ts';
import { editionName } from '../rules/choose-installer.ts';
import { reasons } from '../rules/reasons.ts';
import type { Withdrawal } from '../share/catalogue.ts';

export type Wanted = WantedPackages['wanted'][number];

/** Why copies get no package: those of one variant, or all. */
export interface NotOffered {
  copies: WantedVariant | null;
  says: string;
}

/** What is prepared for a version, and for which copies nothing is. */
export interface Plans {
  plans: Plan[];
  notOffered: NotOffered[];
}

/** What becomes of a wanted version. */
type PlansFor = (wanted: Wanted) => Plans | { withdrawn: string };
/** Undefined while nothing can be said of any version: the manifests have not come, or no provider can be read. */
export type PlanSource = () => Promise<PlansFor | undefined>;

interface Known {
  channels: ReadonlyMap<string, Channel>;
  recipes: ReadonlyMap<string, Recipe>;
  index: ManifestIndex;
}

/** Of the channel's packages, those that have this version. */
const manifestsOf = ({ wingetIds }: Channel, version: string, index: ManifestIndex): InstallerManifest[] =>
  wingetIds.flatMap((id) => index.get(id.toLowerCase())?.get(version) ?? []);

/** Manifests of the channel's other packages, of any version: they show whether it has several editions. */
const othersOf = ({ wingetIds }: Channel, manifests: readonly InstallerManifest[], index: ManifestIndex) => {
  const here = new Set(manifests.map(({ packageId }) => packageId.toLowerCase()));
  return wingetIds.flatMap((id) => {
    const versions = here.has(id.toLowerCase()) ? undefined : index.get(id.toLowerCase());
    return [...(versions?.values() ?? [])].slice(-1);
  });
};

interface About {
  channel: Channel;
  recipe: Recipe | undefined;
  /** The channel's other manifests. */
  others: readonly InstallerManifest[];
}

export const nothing = (says: string): Plans => ({ plans: [], notOffered: [{ copies: null, says }] });

/** The first of these manifests of which a package can be planned. */
const tryPlan = (
  manifests: readonly InstallerManifest[],
  { others, ...about }: About,
  choice: Choice,
): { plan: Plan } | { problem: string } => {
  let problem = '';
  for (const manifest of manifests)
    try {
      return {
        plan: planPackage(
          manifest,
          others.filter((one) => one !== manifest),
          { ...about, choice },
        ),
      };
    } catch (error) {
      problem ||= (error as Error).message;
    }
  return { problem };
};

/** Without a word about variants: a package for the machine's copies, and one for users' where there is another. */
const usualPlans = (manifests: readonly InstallerManifest[], about: About): Plans => {
  const first = tryPlan(manifests, about, {});
  if ('problem' in first) return nothing(first.problem);
  if (first.plan.offer.variant.scope === 'user') return { plans: [first.plan], notOffered: [] };
  const forUsers = tryPlan(manifests, about, { scope: 'user' });
  const isOther = 'plan' in forUsers && forUsers.plan.offer.variant.scope === 'user';
  return { plans: isOther ? [first.plan, forUsers.plan] : [first.plan], notOffered: [] };
};

/** What is prepared of one edition. */
const plansOfEdition = (manifests: readonly InstallerManifest[], about: About, variants: Wanted['variants']): Plans => {
  if (!variants) return usualPlans(manifests, about);
  const found: Plans = { plans: [], notOffered: [] };
  for (const copies of variants) {
    const tried = tryPlan(manifests, about, { copies });
    if ('problem' in tried) found.notOffered.push({ copies, says: tried.problem });
    else found.plans.push(tried.plan);
  }
  return found;
};

/** Copies of a variant get no package only where no edition has one for them; the first edition says why. */
const joined = (editions: readonly Plans[]): Plans => {
  const [first, ...rest] = editions;
  const isNowhere = ({ copies }: NotOffered): boolean =>
    rest.every(({ notOffered }) => notOffered.some((other) => isDeepStrictEqual(other.copies, copies)));
  return { plans: editions.flatMap(({ plans }) => plans), notOffered: (first?.notOffered ?? []).filter(isNowhere) };
};

/** Why a version must not be given to anybody any more; undefined where nobody has withdrawn it. */
export const whyWithdrawn = (
  { channelTag, version }: Pick<Wanted, 'channelTag' | 'version'>,
  withdrawn: readonly Withdrawal[],
): string | undefined => {
  const found = withdrawn.find((one) => one.channelTag === channelTag && one.version === version);
  return found && `It was withdrawn: ${found.reason}`;
};

/** Plans without those of versions that somebody has withdrawn. */
export const withoutWithdrawn =
  (plansFor: (wanted: Wanted) => Plans, withdrawn: readonly Withdrawal[]): PlansFor =>
  (wanted) => {
    const why = whyWithdrawn(wanted, withdrawn);
    return why === undefined ? plansFor(wanted) : { withdrawn: why };
  };

/** Names become plans here, and only here: nothing else that the server says is taken into account. */
export const plansOf = ({ channelTag, version, variants }: Wanted, { channels, recipes, index }: Known): Plans => {
  const channel = channels.get(channelTag);
  if (!channel) return nothing('The packager does not know this application.');
  const manifests = isOfLine(channel, version) ? manifestsOf(channel, version, index) : [];
  const recipe = recipes.get(channelTag);
  if (manifests.length === 0)
    return nothing(`${reasons[recipe?.refused ?? 'noManifest']} (${channel.name} ${version}).`);
  const about = { channel, recipe, others: [...manifests, ...othersOf(channel, manifests, index)] };
  const editions = Map.groupBy(manifests, ({ packageId }) => editionName(packageId));
  return joined([...editions.values()].map((ofEdition) => plansOfEdition(ofEdition, about, variants)));
};

/** Plans from public manifests. */
export const manifestPlans =
  (
    manifests: () => Promise<ManifestIndex | undefined>,
    known: Omit<Known, 'index'>,
    withdrawn: () => readonly Withdrawal[],
  ): PlanSource =>
  async () => {
    const index = await manifests();
    return index && withoutWithdrawn((wanted) => plansOf(wanted, { ...known, index }), withdrawn());
  };
