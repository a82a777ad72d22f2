import type { CardData, DoFirstEntry } from '@patchkeep/contract/dashboard-data';
import type { Context } from '../../platform/context.ts';
import { countUndecided, listBlocked, readUsefulActs, type UsefulActs } from '../approvals/public.ts';
import { countUnsolved } from '../patching/public.ts';
import { cardCache } from './card-cache.service.ts';
import { nameFailed, type Pressing, selectBlocked, selectDueDays, selectExploited } from './do-first.queries.ts';
import type { Reach } from './reach.service.ts';

const shown = 20;

type Answer = Omit<Extract<CardData, { chart: 'do-first' }>, 'cardId' | 'chart'>;

/** Without what is not for everybody who sees the same sites. */
type Found = Omit<Answer, 'undecided' | 'entries'> & { entries: Omit<DoFirstEntry, 'act'>[] };

const kept = cardCache<Found>();

const statusOf = ({ zeroday, insecure }: Pressing): DoFirstEntry['status'] => {
  if (zeroday > 0) return 'zeroday';
  return insecure > 0 ? 'insecure' : null;
};

/** What presses most: attackers use it and the fix is there; then what somebody blocked; then what failed. */
export const readDoFirst = async (context: Context, reach: Reach): Promise<Answer> => {
  const found = await kept(context, reach, () => findDoFirst(context, reach));
  const maySeeApprovals = reach.hasApprovals && reach.level === 'site';
  const tags = found.entries.flatMap(({ kind, channelTag }) => (kind === 'failed' ? [] : (channelTag ?? [])));
  const acts = maySeeApprovals ? await readUsefulActs(context, [...new Set(tags)]) : undefined;
  return {
    ...found,
    entries: found.entries.map((entry) => ({ ...entry, act: actOn(entry.kind, acts?.get(entry.channelTag ?? '')) })),
    undecided: maySeeApprovals ? await countUndecided(context) : null,
  };
};

/** To approve what is exploited lifts a block of the site too. What failed is decided already. */
const actOn = (kind: DoFirstEntry['kind'], acts: UsefulActs | undefined): DoFirstEntry['act'] => {
  if (kind === 'exploited') return acts?.isApprovable === true ? 'approve' : null;
  return kind === 'blocked' && acts?.isUnblockable === true ? 'unblock' : null;
};

const findDoFirst = async (context: Context, { customerId, siteIds }: Reach): Promise<Found> => {
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
