import type { WantedPackages, WantedVariant } from '@patchkeep/contract/packager';
import type { Channel } from '@patchkeep/starter/channel';
import type { InstallerManifest } from '@patchkeep/winget/installers';
import type { ManifestIndex } from '../manifests/manifest-index.ts';
import { isOfLine, type Plan, planPackage } from '../prepare/plan.ts';
import type { Recipe } from '../recipes/recipe.ts';
import { reasons } from '../rules/reasons.ts';

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

interface Known {
  channels: ReadonlyMap<string, Channel>;
  recipes: ReadonlyMap<string, Recipe>;
  index: ManifestIndex;
}

/** Of the channel's packages, those that have this version. */
const manifestsOf = ({ wingetIds }: Channel, version: string, index: ManifestIndex): InstallerManifest[] =>
  wingetIds.flatMap((id) => index.get(id.toLowerCase())?.get(version) ?? []);

type About = Parameters<typeof planPackage>[2];

const nothing = (says: string): Plans => ({ plans: [], notOffered: [{ copies: null, says }] });

const tryPlan = (manifests: readonly InstallerManifest[], about: About): { plan: Plan } | { problem: string } => {
  let problem = '';
  for (const manifest of manifests)
    try {
      const others = manifests.filter((one) => one !== manifest);
      return { plan: planPackage(manifest, others, about) };
    } catch (error) {
      problem ||= (error as Error).message;
    }
  return { problem };
};

/** Without a word about variants: a package for the machine's copies, and one for users' where there is another. */
const usualPlans = (manifests: readonly InstallerManifest[], about: Omit<About, 'choice'>): Plans => {
  const first = tryPlan(manifests, { ...about, choice: {} });
  if ('problem' in first) return nothing(first.problem);
  if (first.plan.offer.variant.scope === 'user') return { plans: [first.plan], notOffered: [] };
  const forUsers = tryPlan(manifests, { ...about, choice: { scope: 'user' } });
  const isOther = 'plan' in forUsers && forUsers.plan.offer.variant.scope === 'user';
  return { plans: isOther ? [first.plan, forUsers.plan] : [first.plan], notOffered: [] };
};

/** Names become plans here, and only here: nothing else that the server says is taken into account. */
export const plansOf = ({ channelTag, version, variants }: Wanted, { channels, recipes, index }: Known): Plans => {
  const channel = channels.get(channelTag);
  if (!channel) return nothing('The packager does not know this application.');
  const manifests = isOfLine(channel, version) ? manifestsOf(channel, version, index) : [];
  const recipe = recipes.get(channelTag);
  if (manifests.length === 0)
    return nothing(`${reasons[recipe?.refused ?? 'noManifest']} (${channel.name} ${version}).`);
  if (!variants) return usualPlans(manifests, { channel, recipe });
  const found: Plans = { plans: [], notOffered: [] };
  for (const copies of variants) {
    const tried = tryPlan(manifests, { channel, recipe, choice: { copies } });
    if ('problem' in tried) found.notOffered.push({ copies, says: tried.problem });
    else found.plans.push(tried.plan);
  }
  return found;
};
