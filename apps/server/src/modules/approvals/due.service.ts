import type { Customization } from '@patchkeep/contract/customization';
import { answerTo } from '@patchkeep/rules/approvals/verdict';
import type { Context } from '../../platform/context.ts';
import { readRevision } from './decisions.queries.ts';
import { loadDecisions } from './decisions.service.ts';
import { walk } from './effective.service.ts';
import { loadPlaces } from './places.service.ts';
import { askedOf, settingsFor } from './settings.rules.ts';
import { readCountRevision } from './subjects.queries.ts';
import { channelSubjects } from './subjects.service.ts';

/** Hosts of a site that shall get the same version of one application. */
export interface Due {
  channelTag: string;
  toVersion: string;
  installed: readonly string[];
  hostNos: readonly number[];
  /** What the installer is told, by the custom settings of a tag. */
  options: Readonly<Record<string, string>>;
}

const unnamed = (): string => '';

/** What was left empty keeps what is there: the installer is told nothing. */
const toldBy = (settings: Customization | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings?.installOptions ?? {}).flatMap(([name, value]) =>
      value.trim() === '' ? [] : [[name, value.trim()]],
    ),
  );

/** The same as long as nothing is decided otherwise, nobody moves, no inventory and no catalogue says anything new. */
export const decidedRevision = async (context: Context): Promise<string> => {
  const { customerId } = context.principal;
  const decided = await readRevision(context.tx, customerId);
  return `${decided} ${await readCountRevision(context.tx, customerId)}`;
};

/**
 * What shall be updated now at a site, application by application: the same answers that every screen shows. An
 * application about which something is decided comes even when nothing is due, so that old work can be told from it.
 */
export async function* dueUpdates(context: Context): AsyncGenerator<{ channelTag: string; due: readonly Due[] }> {
  const places = await loadPlaces(context);
  const decisions = await loadDecisions(context, places.siteIds);
  const decided = decisions.all.flatMap((each) => (each.kind === 'app' && each.mode !== 'inherit' ? each.subject : []));
  const subjects = [...(await channelSubjects(context, [...new Set(decided)])).values()];
  for await (const { case: each, alike } of walk(context, places, subjects, [decisions], new Map())) {
    const { subject, factsOf } = each;
    const due = alike.flatMap(({ combination, hostNos, resolutions: [resolution] }): Due[] => {
      const facts = factsOf(combination);
      if (!resolution || facts.kind !== 'app') return [];
      const asked = { ...askedOf(subject, resolution, facts), now: context.now, nameOf: unnamed };
      const { action, toVersion } = answerTo(asked);
      if (action !== 'update' || toVersion === null) return [];
      // Nobody has vouched for a file of the site's own, and without it the update would not be the one that was meant.
      if (asked.hasOwnFile) return [];
      const options = toldBy(settingsFor(resolution));
      return [{ channelTag: subject.subject, toVersion, installed: facts.installed, hostNos: [...hostNos], options }];
    });
    yield { channelTag: subject.subject, due };
  }
}
