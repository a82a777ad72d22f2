import { type Standpoints, standpointsOf } from '@patchkeep/rules/approvals/standpoints';
import type { Context } from '../../platform/context.ts';
import type { Members } from '../results/public.ts';
import { listTagged } from './holders.queries.ts';
import type { Places } from './places.service.ts';

const mostRemembered = 20;

/**
 * The standpoints of a site's hosts, by the groups and tags that decide. Tags are read once for all subjects that will
 * be asked about; which standpoints differ is worked out anew for each set of deciding places. `ownWords` are the hosts
 * that an administrator decided for alone, by number.
 */
export const loadStandpoints = async (
  context: Context,
  siteId: string,
  { groups, groupOf }: Members,
  places: Places,
  tagIds: ReadonlySet<string>,
) => {
  const tagged = await listTagged(context.tx, places.customerId, siteId, [...tagIds]);
  const chains = groups.map((group) => (group === null ? [] : places.chainOf(group)));
  const known = new Map<string, Standpoints>();
  return (deciding: ReadonlySet<string>, ownWords: ReadonlyMap<number, string>): Standpoints => {
    const make = () => standpointsOf({ siteId, chains, groupOf, tagged, deciding, ownWords });
    if (ownWords.size > 0) return make();
    const key = [...deciding].toSorted().join(' ');
    const made = known.get(key) ?? make();
    if (known.size > mostRemembered) known.clear();
    known.set(key, made);
    return made;
  };
};
