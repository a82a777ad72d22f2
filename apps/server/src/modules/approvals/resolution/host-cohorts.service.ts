import { type HostCohorts, hostCohortsOf } from '@patchkeep/rules/approvals/host-cohorts';
import type { Context } from '../../../platform/context.ts';
import type { Members } from '../../results/public.ts';
import { listTagged } from '../policy/holders.queries.ts';
import type { Scopes } from '../policy/scopes.service.ts';

const mostRemembered = 20;

/**
 * Groups the hosts of a site by the deciding groups and tags they belong to. Tags are read once for all subjects; the
 * cohorts are worked out for each set of deciding scopes. Each host of `overriddenHosts` is a cohort of its own, because
 * an administrator decided for it alone.
 */
export const loadHostCohorts = async (
  context: Context,
  siteId: string,
  { groups, groupOf }: Members,
  scopes: Scopes,
  tagIds: ReadonlySet<string>,
) => {
  const tagged = await listTagged(context.tx, scopes.customerId, siteId, [...tagIds]);
  const chains = groups.map((group) => (group === null ? [] : scopes.chainOf(group)));
  const known = new Map<string, HostCohorts>();
  return (deciding: ReadonlySet<string>, overriddenHosts: ReadonlyMap<number, string>): HostCohorts => {
    const make = () => hostCohortsOf({ siteId, chains, groupOf, tagged, deciding, overriddenHosts });
    if (overriddenHosts.size > 0) return make();
    const key = [...deciding].toSorted().join(' ');
    const made = known.get(key) ?? make();
    if (known.size > mostRemembered) known.clear();
    known.set(key, made);
    return made;
  };
};
