import { remoteAccessTags, starterChannels } from '@patchkeep/starter/channels';
import { describe, expect, it } from 'vitest';
import { applicationsText, totalsOf } from '../../apps/packager/src/applications/applications-text.ts';
import { loadRecipes, recipesFolder } from '../../apps/packager/src/recipes/recipes.ts';
import { expectedTotals, reducedApplications } from './applications.ts';
import { readReduced } from './reduced-manifests.ts';

const applications = reducedApplications();
const recipes = loadRecipes(recipesFolder);
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
    const idle = [...recipes].filter(([channel, { isInstallable }]) => {
      const outcome = of(channel)?.outcome;
      return outcome !== 'recipe' && outcome !== 'notOffered' && !isInstallable;
    });
    expect(idle).toEqual([]);
  });

  it('leaves none of which nobody has found out whether it can be offered', () => {
    expect(applications.filter(({ outcome }) => outcome === 'needsRecipe').map(({ channel }) => channel)).toEqual([]);
  });

  it('installs anew, for the machine, what needs nothing else and is no remote-access tool', () => {
    const installable = [...recipes.values()]
      .filter(({ isInstallable }) => isInstallable)
      .map(({ channel }) => channel);
    expect(installable).toHaveLength(52);
    expect(installable.filter((channel) => remoteAccessTags.has(channel))).toEqual([]);
    const manifests = readReduced();
    for (const channel of installable) {
      const { ready = [], manifests: newest = {} } = of(channel) ?? {};
      // An MSI whose manifest names no scope says it in the file.
      expect([channel, ready.some(({ scope }) => scope !== 'user')]).toEqual([channel, true]);
      // A job could not choose among editions.
      expect([channel, ready.filter(({ edition }) => edition !== null)]).toEqual([channel, []]);
      const installers = Object.keys(newest).flatMap((id) => manifests.get(id)?.installers ?? []);
      // With a switch of its own for updates, an update would be run as an installation.
      const more = installers.filter(({ dependencies, switches }) => dependencies.length > 0 || switches['Upgrade']);
      expect([channel, more]).toEqual([channel, []]);
    }
  });

  it.for([
    ['7-zip', 'manifest', []],
    ['google-chrome', 'manifest', []],
    ['brave', 'manifest', []],
    ['intellij-idea', 'recipe', ['removesFirst', 'editionUnclear']],
    ['dotnet-runtime-8', 'recipe', ['scopeUnsaid']],
    ['anaconda3', 'notOffered', ['removesData']],
    ['strawberry-perl', 'recipe', ['removesFirst']],
    ['forticlient-vpn', 'recipe', ['nestedInZip']],
    ['apache-openoffice', 'recipe', ['switchesUnclear']],
    ['mongodb-server', 'notOffered', ['attendedUpgrade']],
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
    expect(text).toMatch(/^putty +ready by a recipe +3\/3 +removesFirst/m);
    expect(text).toMatch(/^ +191 ready from the manifest$/m);
    expect(text).toMatch(/^ +18 removesFirst: the older version must be removed first$/m);
    expect(lines.at(-1)).toBe('rejected manifests/a/1: no installers');
  });
});
