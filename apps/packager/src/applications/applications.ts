import type { Channel } from '@patchkeep/starter/channel';
import { type NewestManifests, readNewestManifests, type Rejection } from '../manifests/newest-manifests.ts';
import type { Recipe } from '../recipes/recipe.ts';
import { type Judgement, outcomeOf } from '../rules/outcome.ts';

export interface Application extends Judgement {
  channel: string;
  name: string;
  /** The newest version of each of its manifests, by identifier. */
  manifests: Record<string, string>;
}

export interface Applications {
  /** What was read. */
  versions: number;
  installers: number;
  rejected: Rejection[];
  applications: Application[];
}

/** How each known application gets its package. */
export const judgeApplications = (
  channels: readonly Channel[],
  newest: NewestManifests['newest'],
  recipes: ReadonlyMap<string, Recipe>,
): Application[] =>
  channels.map(({ tag, name, wingetIds }) => {
    const manifests = wingetIds.flatMap((id) => newest.get(id) ?? []);
    const judgement = outcomeOf(manifests, recipes.get(tag));
    return {
      channel: tag,
      name,
      manifests: Object.fromEntries(manifests.map(({ packageId, version }) => [packageId, version])),
      ...judgement,
    };
  });

/** Reads manifests from folders or archives and says how each known application gets its package. */
export const listApplications = async (
  paths: readonly string[],
  channels: readonly Channel[],
  recipes: ReadonlyMap<string, Recipe>,
): Promise<Applications> => {
  const { newest, ...read } = await readNewestManifests(paths, channels);
  return { ...read, applications: judgeApplications(channels, newest, recipes) };
};
