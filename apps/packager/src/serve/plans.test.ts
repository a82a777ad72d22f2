import { starterChannels } from '@patchkeep/starter/channels';
import type { InstallerManifest } from '@patchkeep/winget/installers';
import { describe, expect, it } from 'vitest';
import { installedAsOf } from '../prepare/propose.ts';
import type { Recipe } from '../recipes/recipe.ts';
import { loadRecipes, recipesFolder } from '../recipes/recipes.ts';
import { someInstaller } from '../rules/installer.factory.ts';
import { plansOf } from './plans.ts';

const channels = new Map(starterChannels.map((channel) => [channel.tag, channel]));
const [jdk, jre] = ['EclipseAdoptium.Temurin.17.JDK', 'EclipseAdoptium.Temurin.17.JRE'] as const;
const channelTag = 'eclipse-temurin-jdk-17';

const manifest = (packageId: string, version: string): InstallerManifest => ({
  packageId,
  version,
  installers: [someInstaller({ kind: 'wix' })],
});
/** What is prepared of a version, when the manifests are these: by package, the names of the copies. */
const planned = (version: string, manifests: InstallerManifest[], recipes: ReadonlyMap<string, Recipe>) => {
  const index = new Map<string, Map<string, InstallerManifest>>();
  for (const each of manifests) {
    const id = each.packageId.toLowerCase();
    index.set(id, (index.get(id) ?? new Map<string, InstallerManifest>()).set(each.version, each));
  }
  const found = plansOf({ channelTag, version }, { channels, recipes, index });
  if (found.plans.length === 0) return found.notOffered.map(({ says }) => says).join(' ');
  return found.plans.map((plan) => [plan.offer.packageId, ...installedAsOf(plan).names]);
};
const recipes = loadRecipes(recipesFolder);
const ofJdk = [jdk, 'eclipse temurin jdk with hotspot'];

describe('the plans of a version that has several editions', () => {
  it('are one for each, which names only the copies of that edition', () => {
    const both = [manifest(jdk, '17.0.12'), manifest(jre, '17.0.12')];
    expect(planned('17.0.12', both, recipes)).toEqual([ofJdk, [jre, 'eclipse temurin jre with hotspot']]);
  });

  it('name only those copies also when the version is of one edition alone', () => {
    const apart = [manifest(jdk, '17.0.12'), manifest(jre, '17.0.11')];
    expect(planned('17.0.12', apart, recipes)).toEqual([ofJdk]);
    expect(planned('17.0.12', [manifest(jdk, '17.0.12')], recipes)).toEqual([ofJdk]);
  });

  it('are none while no recipe tells the editions apart', () => {
    const apart = [manifest(jdk, '17.0.12'), manifest(jre, '17.0.11')];
    expect(planned('17.0.12', apart, new Map())).toContain('editionUnclear');
  });
});
