import type { CardData, DoFirstEntry } from '@patchkeep/contract/dashboard-data';
import type { Context } from '../../platform/context.ts';
import { countUndecided, listBlocked } from '../approvals/public.ts';
import { countUnsolved } from '../patching/public.ts';
import { cardCache } from './card-cache.service.ts';
import { nameFailed, type Pressing, selectBlocked, selectDueDays, selectExploited } from './do-first.queries.ts';
import type { Reach } from './reach.service.ts';

const shown = 20;

type Answer = Omit<Extract<CardData, { chart: 'do-first' }>, 'cardId' | 'chart'>;

const kept = cardCache<Omit<Answer, 'undecided'>>();

const statusOf = ({ zeroday, insecure }: Pressing): DoFirstEntry['status'] => {
  if (zeroday > 0) return 'zeroday';
  return insecure > 0 ? 'insecure' : null;
};

/** What presses most: attackers use it and the fix is there; then what somebody blocked; then what failed. */
export const readDoFirst = async (context: Context, reach: Reach): Promise<Answer> => ({
  ...(await kept(context, reach, () => findDoFirst(context, reach))),
  // Not kept with the rest: it is not for everybody who sees the same sites.
  undecided: reach.hasApprovals && reach.level === 'site' ? await countUndecided(context) : null,
});

const findDoFirst = async (context: Context, { customerId, siteIds }: Reach): Promise<Omit<Answer, 'undecided'>> => {
  const { tx, now } = context;
  const unsolved = await countUnsolved(tx, customerId, siteIds, now);
  const found = {
    exploited: await selectExploited(tx, customerId, siteIds),
    blocked: await selectBlocked(tx, customerId, await listBlocked(context, siteIds)),
    failed: await nameFailed(tx, unsolved),
  };
  const entries = (['exploited', 'blocked', 'failed'] as const)
    .flatMap((kind) => found[kind].map((row) => ({ kind, row })))
    .slice(0, shown);
  const ids = entries.flatMap(({ row }) => row.application_id ?? []);
  const dueOn = await selectDueDays(tx, customerId, siteIds, ids);
  return {
    entries: entries.map(({ kind, row }) => ({
      kind,
      applicationId: row.application_id,
      channelTag: row.channel_tag,
      name: row.name,
      status: statusOf(row),
      hosts: row.hosts,
      dueOn: dueOn.get(row.application_id ?? 0) ?? null,
    })),
    totals: { exploited: found.exploited.length, blocked: found.blocked.length, failed: found.failed.length },
    failedUpdates: unsolved.reduce((sum, { updates }) => sum + updates, 0),
  };
};
