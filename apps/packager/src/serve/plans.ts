import type { Channel } from '@patchkeep/starter/channel';
import type { InstallerManifest } from '@patchkeep/winget/installers';
import type { ManifestIndex } from '../manifests/manifest-index.ts';
import { isOfLine, type Plan, planPackage } from '../prepare/plan.ts';
import type { Recipe } from '../recipes/recipe.ts';
import { reasons } from '../rules/reasons.ts';
import type { Withdrawal } from '../share/catalogue.ts';

export interface Wanted {
  channelTag: string;
  version: string;
}

/** What is prepared for a version: a package for the machine's copies, one for users' where there is another. */
export type Plans = { plans: Plan[] } | { notOffered: string };

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

const tryPlan = (
  manifests: readonly InstallerManifest[],
  about: Parameters<typeof planPackage>[2],
): { plan: Plan } | { problem: string } => {
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

/** Plans without those of versions that somebody has withdrawn. */
export const withoutWithdrawn =
  (plansFor: (wanted: Wanted) => Plans, withdrawn: readonly Withdrawal[]): PlansFor =>
  (wanted) => {
    const found = withdrawn.find((one) => one.channelTag === wanted.channelTag && one.version === wanted.version);
    return found ? { withdrawn: `It was withdrawn: ${found.reason}` } : plansFor(wanted);
  };

/** Names become plans here, and only here: nothing else that the server says is taken into account. */
const plansOf = ({ channelTag, version }: Wanted, { channels, recipes, index }: Known): Plans => {
  const channel = channels.get(channelTag);
  if (!channel) return { notOffered: 'The packager does not know this application.' };
  const manifests = isOfLine(channel, version) ? manifestsOf(channel, version, index) : [];
  const recipe = recipes.get(channelTag);
  if (manifests.length === 0)
    return { notOffered: `${reasons[recipe?.refused ?? 'noManifest']} (${channel.name} ${version}).` };
  const first = tryPlan(manifests, { channel, recipe, choice: {} });
  if ('problem' in first) return { notOffered: first.problem };
  if (first.plan.offer.variant.scope === 'user') return { plans: [first.plan] };
  const forUsers = tryPlan(manifests, { channel, recipe, choice: { scope: 'user' } });
  const isOther = 'plan' in forUsers && forUsers.plan.offer.variant.scope === 'user';
  return { plans: isOther ? [first.plan, forUsers.plan] : [first.plan] };
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
