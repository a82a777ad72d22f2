import type { Channel } from '@patchkeep/starter/channel';
import type { InstallerManifest } from '@patchkeep/winget/installers';
import type { ManifestIndex } from '../manifests/manifest-index.ts';
import { type Choice, isOfLine, type Plan, planPackage } from '../prepare/plan.ts';
import type { Recipe } from '../recipes/recipe.ts';
import { editionName } from '../rules/choose-installer.ts';
import { reasons } from '../rules/reasons.ts';

export interface Wanted {
  channelTag: string;
  version: string;
}

/** What is prepared for a version: a package for the machine's copies, one for users' where there is another. */
export type Plans = { plans: Plan[] } | { notOffered: string };

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

/** What is prepared of one edition. */
const plansOfEdition = (manifests: readonly InstallerManifest[], about: About): { plans: Plan[]; problem: string } => {
  const first = tryPlan(manifests, about, {});
  if ('problem' in first) return { plans: [], problem: first.problem };
  if (first.plan.offer.variant.scope === 'user') return { plans: [first.plan], problem: '' };
  const forUsers = tryPlan(manifests, about, { scope: 'user' });
  const isOther = 'plan' in forUsers && forUsers.plan.offer.variant.scope === 'user';
  return { plans: isOther ? [first.plan, forUsers.plan] : [first.plan], problem: '' };
};

/** Names become plans here, and only here: nothing else that the server says is taken into account. */
export const plansOf = ({ channelTag, version }: Wanted, { channels, recipes, index }: Known): Plans => {
  const channel = channels.get(channelTag);
  if (!channel) return { notOffered: 'The packager does not know this application.' };
  const manifests = isOfLine(channel, version) ? manifestsOf(channel, version, index) : [];
  const recipe = recipes.get(channelTag);
  if (manifests.length === 0)
    return { notOffered: `${reasons[recipe?.refused ?? 'noManifest']} (${channel.name} ${version}).` };
  const about = { channel, recipe, others: [...manifests, ...othersOf(channel, manifests, index)] };
  const editions = Map.groupBy(manifests, ({ packageId }) => editionName(packageId));
  const found = [...editions.values()].map((ofEdition) => plansOfEdition(ofEdition, about));
  const plans = found.flatMap((each) => each.plans);
  return plans.length > 0 ? { plans } : { notOffered: found[0]?.problem ?? '' };
};
