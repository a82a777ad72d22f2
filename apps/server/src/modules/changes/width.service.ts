import { isWide } from '@patchkeep/rules/approvals/wide';
import type { Context } from '../../platform/context.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { countActiveHosts } from '../hosts/public.ts';
import { countCustomerHosts, selectTouchedBefore } from './change-sets.queries.ts';
import { findSettings } from './settings.repository.ts';

/** For so long acts of one person that are about the same thing add up. */
const togetherMs = 24 * 3_600_000;

/** Default: a second person is required for the system and not for sites. */
export const isFourEyesRequired = async (context: Context, siteId: string | null): Promise<boolean> => {
  const { customerId } = context.principal;
  const row = await findSettings(context.tx, customerId, siteId ?? customerId);
  return row?.is_four_eyes_required ?? siteId === null;
};

export interface Reach {
  /** Null when it holds for every site. */
  siteId: string | null;
  hostNos: readonly number[];
  about: readonly string[];
}

/** Does a change touch so many hosts that it must be looked at first? */
export const isReachWide = async (context: Context, siteId: string | null, hosts: number): Promise<boolean> => {
  const { tx, principal } = context;
  const { customerId } = principal;
  const activeHosts =
    siteId === null ? await countCustomerHosts(tx, customerId) : await countActiveHosts(tx, { customerId, siteId });
  return isWide({ levels: [], hostsTouched: hosts, activeHosts });
};

/** The hosts of a change together with those that the same person touched in the same matter a short while ago. */
const touchedTogether = async (context: Context, { siteId, hostNos, about }: Reach): Promise<number> => {
  const { customerId, userId } = context.principal;
  const since = new Date(context.now.getTime() - togetherMs);
  const before = await selectTouchedBefore(context.tx, { customerId, siteId, userId }, about, since);
  const all = new Set(hostNos);
  for (const row of before) for (const hostNo of row.host_nos ? unpackNumbers(row.host_nos) : []) all.add(hostNo);
  return all.size;
};

/**
 * Whether a second person must agree: where they are required, for what is wide, alone or together with what the same
 * person did before. Otherwise two halves would pass where the whole does not.
 */
export const isSecondPersonNeeded = async (context: Context, reach: Reach & { isWide: boolean }): Promise<boolean> => {
  if (!(await isFourEyesRequired(context, reach.siteId))) return false;
  if (reach.isWide) return true;
  return reach.hostNos.length > 0 && isReachWide(context, reach.siteId, await touchedTogether(context, reach));
};
