import { patchTargetDays, severities } from '@patchkeep/contract/dashboard-data';
import { dayMs } from '@patchkeep/rules/time-units';
import type { Context } from '../../platform/context.ts';
import { fromMinutes } from '../hosts/public.ts';
import { cardCache } from './card-cache.service.ts';
import type { Answer } from './card-request.types.ts';
import { selectEndings, selectLatelySilent } from './cards.queries.ts';
import type { Reach } from './reach.service.ts';
import { countHostsIn } from './summary.service.ts';
import { countDue, selectTimeToPatch } from './time-to-patch.queries.ts';

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs);

const horizons = [30, 90, 180] as const;
const endingsShown = 20;
const silentShown = 10;
const fixedWithinDays = 90;

const kept = {
  endings: cardCache<Answer<'eol-calendar'>>(),
  patching: cardCache<Answer<'time-to-patch'>>(),
};

/** What loses its support soon: each version in the first of the spans that it ends in. */
export const readEndOfLife = (context: Context, reach: Reach): Promise<Answer<'eol-calendar'>> =>
  kept.endings(context, reach, async () => {
    const { tx, now } = context;
    const { customerId, siteIds } = reach;
    const last = Math.max(...horizons);
    const rows = await selectEndings(tx, customerId, siteIds, dayOf(inDays(now, 1)), dayOf(inDays(now, last)));
    const horizonOf = (endsOn: string) => horizons.find((days) => endsOn <= dayOf(inDays(now, days))) ?? last;
    const within = Map.groupBy(rows, (row) => horizonOf(row.ends_on));
    return {
      within: horizons.map((days) => {
        const own = within.get(days) ?? [];
        return { days, versions: own.length, hosts: own.reduce((sum, row) => sum + row.hosts, 0) };
      }),
      entries: rows.slice(0, endingsShown).map((row) => ({
        applicationId: row.application_id,
        name: row.name,
        version: row.version,
        endsOn: row.ends_on,
        hosts: row.hosts,
      })),
    };
  });

/** How long issues stayed open, as it stood at a moment. */
export const timeToPatchAt = async (
  { tx }: Context,
  { customerId, siteIds }: Reach,
  at: Date,
): Promise<Answer<'time-to-patch'>> => {
  const since = inDays(at, -fixedWithinDays);
  const rows = await selectTimeToPatch(tx, customerId, siteIds, { now: at, since, until: inDays(at, 1) });
  const due = await countDue(tx, customerId, siteIds, at);
  const bySeverity = new Map(rows.map((row) => [row.severity, row]));
  return {
    rows: severities.map((severity) => {
      const row = bySeverity.get(severity);
      return {
        severity,
        targetDays: patchTargetDays[severity],
        open: row?.open ?? 0,
        overdue: row?.overdue ?? 0,
        fixed: row?.fixed ?? 0,
        fixedInTime: row?.fixed_in_time ?? 0,
        medianDays: row?.median_days ?? null,
      };
    }),
    exploited: { open: due.open, pastDue: due.past_due },
  };
};

export const readTimeToPatch = (context: Context, reach: Reach): Promise<Answer<'time-to-patch'>> =>
  kept.patching(context, reach, () => timeToPatchAt(context, reach, context.now));

/** Those that fell silent last, with when they were last heard of. */
export const listLatelySilent = async ({ tx }: Context, { customerId, siteIds }: Reach) =>
  (await selectLatelySilent(tx, customerId, siteIds, silentShown)).map((row) => ({
    uuid: row.host_id,
    hostName: row.host_name,
    siteName: row.site_name,
    lastSeen: fromMinutes(row.seen).toISOString(),
  }));

/** Hosts that went silent, as the list of dormant hosts has them. */
export const readSilentHosts = async (context: Context, reach: Reach): Promise<Answer<'silent-hosts'>> => {
  const { views } = await countHostsIn(context, reach);
  return { total: views.dormant, hosts: await listLatelySilent(context, reach) };
};
