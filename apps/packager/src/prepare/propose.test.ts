import { remoteAccessTags, starterChannels } from '@patchkeep/starter/channels';
import { describe, expect, it } from 'vitest';
import type { Recipe } from '../recipes/recipe.ts';
import { someInstaller } from '../rules/installer.factory.ts';
import type { Plan } from './plan.ts';
import { aboutOf } from './propose.ts';

/** What is proposed about a version of a channel whose manifest says this of its installer. */
const proposed = (
  tag: string,
  recipe?: Partial<Recipe>,
  installer: Parameters<typeof someInstaller>[0] = {},
  architectures: Plan['architectures'] = ['x64'],
) => {
  const channel = starterChannels.find((each) => each.tag === tag);
  if (!channel) throw new Error(`There is no channel ${tag}`);
  const variant = {
    architecture: 'x64',
    scope: 'machine',
    family: 'exe',
    locale: null,
    edition: null,
    listedAs: 'exe',
  } as const;
  const offer = { packageId: 'A.B', version: '3.12.10', variant, installer: someInstaller(installer) };
  const given = recipe && { channel: tag, because: 'somebody has looked at the installer', ...recipe };
  const plan: Plan = {
    channel,
    recipe: given,
    offer,
    variant: 'x64 machine exe',
    architectures,
    installArguments: ['/S'],
  };
  return aboutOf(plan, { release: 1, scope: 'machine', now: 0 });
};

describe('what is proposed of a package', () => {
  it('names its copies as the starter knows them, whatever the manifest calls them', () => {
    const { installedAs } = proposed('python-3-12', undefined, {
      displayNames: ['Microsoft Edge'],
      publishers: ['Evil'],
      displayVersions: ['3.12.10150.0'],
    });
    const channel = starterChannels.find(({ tag }) => tag === 'python-3-12');
    expect(installedAs).toEqual({
      names: channel?.installedAs,
      publishers: channel?.publishers,
      scheme: channel?.scheme,
      line: '3.12',
      displayVersions: ['3.12.10150.0'],
    });
  });

  it('names only the copies of its edition where the recipe tells editions apart', () => {
    const editions = { 'A.B': ['goland'] };
    expect(proposed('intellij-idea', { editions }).installedAs.names).toEqual(['goland']);
    expect(proposed('intellij-idea').installedAs.names).toContain('intellij idea community edition');
  });

  it('removes first as the recipe says, where the manifest says that it must be', () => {
    const removal = { by: 'uninstallEntry' as const, arguments: ['/S'] };
    const manifest = { upgradeBehavior: 'uninstallprevious' };
    expect(proposed('goland', { removal }, manifest)).toHaveProperty('removesFirst', removal);
    expect(proposed('goland', { removal })).not.toHaveProperty('removesFirst');
    expect(proposed('goland', {}, manifest)).not.toHaveProperty('removesFirst');
  });

  it('says what exit codes mean: the recipe first, then the manifest, and nothing that hosts know', () => {
    const returnCodes = [
      { code: 1_000, response: 'packageInUse' },
      { code: 7, response: 'packageInUse' },
      { code: 8, response: 'rebootRequiredToFinish' },
      { code: 3_010, response: 'rebootRequiredToFinish' },
      { code: 1_618, response: 'installInProgress' },
      { code: -1, response: 'somethingNew' },
    ];
    const manifest = { successCodes: [0, 9, 4_294_967_295], returnCodes };
    expect(proposed('7-zip', { exitCodes: { success: [1_000, -1] } }, manifest).exitCodes).toEqual({
      success: [1_000, -1, 9],
      restart: [8],
      failed: [{ code: 7, says: 'A program of it is open.' }],
    });
    expect(
      proposed('7-zip', {}, { returnCodes: [{ code: 3_010, response: 'rebootRequiredToFinish' }] }),
    ).not.toHaveProperty('exitCodes');
  });

  it('names the copies that it is for, and no processor where it is for all', () => {
    expect(proposed('7-zip')).toMatchObject({ architectures: ['x64'], family: 'exe' });
    expect(proposed('7-zip', undefined, {}, null)).toMatchObject({ family: 'exe' });
    for (const any of [null, []]) expect(proposed('7-zip', undefined, {}, any)).not.toHaveProperty('architectures');
  });

  it('is installable by a recipe alone', () => {
    expect(proposed('7-zip')).not.toHaveProperty('isInstallable');
    expect(proposed('7-zip', {})).not.toHaveProperty('isInstallable');
    expect(proposed('7-zip', { isInstallable: true })).toHaveProperty('isInstallable', true);
  });

  it('is never installable for a remote-access tool, whatever a recipe says', () => {
    expect(remoteAccessTags.size).toBeGreaterThan(5);
    for (const tag of remoteAccessTags)
      expect(proposed(tag, { isInstallable: true })).not.toHaveProperty('isInstallable');
  });
});
