import { starterChannels } from '@patchkeep/starter/channels';
import { describe, expect, it } from 'vitest';
import { applicationsText, totalsOf } from '../../apps/packager/src/applications/applications-text.ts';
import { loadRecipes, recipesFolder } from '../../apps/packager/src/recipes/recipes.ts';
import { expectedTotals, reducedApplications } from './applications.ts';

const applications = reducedApplications();
const of = (channel: string) => applications.find((each) => each.channel === channel);

describe('how known applications get their packages', () => {
  it('counts every one of them once, by outcome and reason', () => {
    expect(applications.map(({ channel }) => channel)).toEqual(starterChannels.map(({ tag }) => tag));
    expect(totalsOf(applications)).toEqual(expectedTotals);
  });

  it('gives a reason to all but those that are ready from the manifest', () => {
    expect(applications.filter(({ outcome, reason }) => (outcome === 'manifest') !== (reason === null))).toEqual([]);
    const isReady = (outcome: string) => outcome === 'manifest' || outcome === 'recipe';
    expect(applications.filter(({ outcome, ready }) => isReady(outcome) !== ready.length > 0)).toEqual([]);
  });

  it('has no recipe that changes nothing', () => {
    const idle = [...loadRecipes(recipesFolder).keys()].filter((channel) => {
      const outcome = of(channel)?.outcome;
      return outcome !== 'recipe' && outcome !== 'notOffered';
    });
    expect(idle).toEqual([]);
  });

  it.for([
    ['7-zip', 'manifest', []],
    ['google-chrome', 'manifest', []],
    ['brave', 'manifest', []],
    ['intellij-idea', 'recipe', ['removesFirst', 'editionUnclear']],
    ['dotnet-runtime-8', 'recipe', ['scopeUnsaid']],
    ['anaconda3', 'needsRecipe', ['removesFirst']],
    ['apache-openoffice', 'needsRecipe', ['switchesUnclear']],
    ['microsoft-teams', 'notOffered', ['msix']],
    ['kubernetes-kubectl', 'notOffered', ['notAnInstaller']],
    ['microsoft-365-apps', 'notOffered', ['downloadsMore']],
    ['cygwin', 'notOffered', ['downloadsMore', 'removesFirst']],
    ['discord', 'notOffered', ['explicitOnly', 'noSilentSwitch']],
    ['filezilla-client', 'notOffered', ['noManifest']],
  ] as const)('%s: %s', ([channel, outcome, reasons]) => {
    expect(of(channel)).toMatchObject({ outcome, reasons });
  });

  it('leaves a variant out that has no package while the application has one', () => {
    // The MSI installs silently; the setup for one user has no switch for it.
    const sourcetree = of('sourcetree');
    expect(sourcetree?.variants).toBe(2);
    expect(sourcetree?.ready.map(({ family, scope }) => `${family} ${scope}`)).toEqual(['msi machine']);
  });

  it('prints a line for each application, then the totals', () => {
    const text = applicationsText({
      versions: 279,
      installers: 1_000,
      rejected: [{ manifest: 'manifests/a/1', reason: 'no installers' }],
      applications,
    });
    const lines = text.split('\n');
    expect(lines.filter((line) => starterChannels.some(({ tag }) => line.startsWith(`${tag} `)))).toHaveLength(267);
    expect(text).toMatch(/^putty +ready by a recipe +3\/3 +removesFirst \(hosts cannot remove first yet\)/m);
    expect(text).toMatch(/^ +191 ready from the manifest$/m);
    expect(text).toMatch(/^ +8 removesFirst: the older version must be removed first$/m);
    expect(lines.at(-1)).toBe('rejected manifests/a/1: no installers');
  });
});
