import type { Customization } from '@patchkeep/contract/customization';
import { answerTo } from '@patchkeep/rules/approvals/verdict';
import { fittingPackages, isUnexpired } from '@patchkeep/rules/approvals/supply';
import type { Context } from '../../platform/context.ts';
import type { Vouched } from '../catalog/public.ts';
import { readRevision } from './decisions.queries.ts';
import { loadDecisions } from './decisions.service.ts';
import { walk } from './effective.service.ts';
import { loadPlaces } from './places.service.ts';
import { askedOf, settingsFor } from './settings.rules.ts';
import { readCountRevision } from './subjects.queries.ts';
import { channelSubjects } from './subjects.service.ts';

/** Hosts of a site that shall get the same version of one application. */
export interface Due {
  toVersion: string;
  installed: readonly string[];
  hostNos: readonly number[];
  /** What the installer is told, by the custom settings of a tag. */
  options: Readonly<Record<string, string>>;
  /** The packages it can be done with there, the best first; there is always one. */
  packages: readonly Vouched[];
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
    const due = alike.flatMap(({ combination, machine, hostNos, resolutions: [resolution] }): Due[] => {
      const facts = factsOf(combination, machine);
      if (!resolution || facts.kind !== 'app') return [];
      const asked = { ...askedOf(subject, resolution, facts), now: context.now, nameOf: unnamed };
      const { action, toVersion } = answerTo(asked);
      if (action !== 'update' || toVersion === null) return [];
      const own = subject.packages.filter(
        (vouched) => vouched.version === toVersion && isUnexpired(vouched, context.now),
      );
      return [
        {
          toVersion,
          installed: facts.installed,
          hostNos: [...hostNos],
          options: toldBy(settingsFor(resolution)),
          packages: fittingPackages(own, machine, asked.selectors),
        },
      ];
    });
    yield { channelTag: subject.subject, due };
  }
}
