import { join } from 'node:path';
import { starterChannels } from '@patchkeep/starter/channels';
import { applicationsText, type Totals, totalsOf } from '../../apps/packager/src/applications/applications-text.ts';
import {
  type Application,
  judgeApplications,
  listApplications,
} from '../../apps/packager/src/applications/applications.ts';
import { loadRecipes, recipesFolder } from '../../apps/packager/src/recipes/recipes.ts';
import { readReduced } from './reduced-manifests.ts';

/** How the known applications get their packages, by the manifests of the bundle and the recipes of the repository. */
export const expectedTotals: Totals = {
  manifest: { applications: 191, reasons: {} },
  recipe: {
    applications: 41,
    reasons: { removesFirst: 18, editionUnclear: 6, nestedInZip: 5, scopeUnsaid: 11, switchesUnclear: 1 },
  },
  needsRecipe: { applications: 0, reasons: {} },
  notOffered: {
    applications: 35,
    reasons: {
      noManifest: 2,
      loginOnly: 1,
      notAnInstaller: 11,
      msix: 2,
      needsFolder: 2,
      downloadsMore: 5,
      removesData: 2,
      attendedUpgrade: 2,
      explicitOnly: 2,
      removesFirst: 2,
      editionUnclear: 2,
      noSilentSwitch: 2,
    },
  },
};
const expectedManifests = { versions: 4_888, installers: 19_335, rejected: 0 };

/** From the reduced manifests of the repository. */
export const reducedApplications = (): Application[] =>
  judgeApplications(starterChannels, readReduced(), loadRecipes(recipesFolder));

const inOneOrder = (totals: Totals): string =>
  JSON.stringify(
    Object.entries(totals).map(([outcome, { applications, reasons }]) => [
      outcome,
      applications,
      Object.entries(reasons).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ]),
  );

/** Reads every manifest of the bundle, prints the table, and says what differs from what the repository expects. */
export const checkApplications = async (folder: string): Promise<string[]> => {
  const paths = ['manifests_2024-08-17.tar.gz', 'recent_2026'].map((name) => join(folder, 'winget', name));
  const found = await listApplications(paths, starterChannels, loadRecipes(recipesFolder));
  console.log(`\nhow known applications get their packages\n${applicationsText(found)}`);
  const { versions, installers, rejected, applications } = found;
  const read = { versions, installers, rejected: rejected.length };
  const reduced = new Map(reducedApplications().map((each) => [each.channel, each]));
  return [
    ...(JSON.stringify(read) === JSON.stringify(expectedManifests) ? [] : [`manifests read: ${JSON.stringify(read)}`]),
    ...(inOneOrder(totalsOf(applications)) === inOneOrder(expectedTotals) ? [] : ['the outcomes of applications']),
    ...applications.flatMap(({ channel, outcome, reasons }) => {
      const other = reduced.get(channel);
      const isSame = other?.outcome === outcome && other.reasons.join() === reasons.join();
      return isSame ? [] : [`${channel}: the reduced manifests tell another outcome`];
    }),
  ];
};
