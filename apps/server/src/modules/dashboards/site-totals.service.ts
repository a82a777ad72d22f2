import type { Context } from '../../platform/context.ts';
import { readCountRevision, selectSiteTotals, type SiteTotals } from './cards.queries.ts';
import type { Reach } from './reach.service.ts';

const mostRemembered = 500;
const remembered = new Map<string, { revision: number; rows: SiteTotals[] }>();

/**
 * The kept totals of sites. Remembered until the customer is counted anew: where row-level security compares each row
 * with two hundred sites, reading two hundred rows is the dearest thing a dashboard does, and every card asks for them.
 */
export const siteTotals = async (
  { tx }: Context,
  { customerId, siteIds }: Pick<Reach, 'customerId' | 'siteIds'>,
): Promise<SiteTotals[]> => {
  // The revision first: rows that are newer than it are read again the next time.
  const revision = await readCountRevision(tx, customerId);
  const key = siteIds.join(' ');
  const known = remembered.get(key);
  if (known?.revision === revision) return known.rows;
  const rows = await selectSiteTotals(tx, customerId, siteIds);
  remembered.delete(key);
  remembered.set(key, { revision, rows });
  const [oldest] = remembered.keys();
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  return rows;
};

const added = ['ok', 'eol', 'insecure', 'zeroday', 'ignored', 'installations'] as const;

/** All of them together; undefined before the first count. */
export const sumOfSites = (rows: readonly SiteTotals[]): Record<(typeof added)[number], number> | undefined => {
  if (rows.length === 0) return undefined;
  const sum = { ok: 0, eol: 0, insecure: 0, zeroday: 0, ignored: 0, installations: 0 };
  for (const row of rows) for (const column of added) sum[column] += row[column];
  return sum;
};
