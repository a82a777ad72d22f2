import type { HostFilter, HostSelection } from '@patchkeep/contract/hosts';
import type { Context } from '../../platform/context.ts';
import { notFound, Refusal } from '../../platform/errors.ts';
import { groupReach } from './groups-and-tags/groups.service.ts';
import { countHosts, type HostCriteria, selectHostIds } from './hosts.queries.ts';
import { isRareTag } from './membership.queries.ts';
import { siteOf } from './site.service.ts';

/** How far the number of hosts may have moved between looking and acting. */
const toleratedShare = 0.1;

const tagOf = async (context: Context, tagId: string): Promise<HostCriteria['tag']> => {
  const { customerId, siteId } = siteOf(context);
  return { tagId, isRare: await isRareTag(context.tx, customerId, siteId, tagId) };
};

/** A filter of the screen in the database's terms. */
export const criteriaOf = async (context: Context, filter: HostFilter): Promise<HostCriteria> => ({
  ...siteOf(context),
  ...(filter.view === 'licensed' ? { view: 'all', licensedAt: context.now } : { view: filter.view }),
  namePrefix: filter.q,
  groupIds: filter.groupUuid === undefined ? undefined : await groupReach(context, filter.groupUuid),
  tag: filter.tagUuid === undefined ? undefined : await tagOf(context, filter.tagUuid),
  status: filter.status,
  isExploited: filter.isExploited !== undefined,
});

type Filtered = Extract<HostSelection, { filter: HostFilter }>;

/** A filter must still match about as many as the user was shown, or the act would hit what nobody looked at. */
const assertAsShown = (count: number, { expectedCount }: Filtered): void => {
  if (Math.abs(count - expectedCount) > expectedCount * toleratedShare)
    throw new Refusal(409, 'The number of matching hosts has changed', { info: { expectedCount, count } });
};

const meantBy = async (context: Context, { filter, except }: Filtered): Promise<HostCriteria> => ({
  ...(await criteriaOf(context, filter)),
  except,
});

/** The hosts that a filter means, as the database is asked for them: a million ids take seconds there and back. */
export const resolveFilter = async (context: Context, selection: Filtered): Promise<HostCriteria> => {
  const criteria = await meantBy(context, selection);
  assertAsShown(await countHosts(context.tx, criteria), selection);
  return criteria;
};

/** The hosts a selection means. Named hosts must all be the site's. */
export const resolveSelection = async (context: Context, selection: HostSelection): Promise<string[]> => {
  if ('hosts' in selection) {
    const wanted = [...new Set(selection.hosts)];
    const everywhere = { ...siteOf(context), view: 'all' as const };
    const found = await selectHostIds(context.tx, { ...everywhere, hostIds: wanted });
    if (found.length !== wanted.length) throw notFound();
    return found;
  }
  const found = await selectHostIds(context.tx, await meantBy(context, selection));
  assertAsShown(found.length, selection);
  return found;
};
