import { articleOfKb } from '@patchkeep/rules/kb';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { readWindowsUpdates } from '../../inventory/public.ts';
import { selectSuperseded, selectUpdates } from '../windows-updates/windows-updates.queries.ts';
import { effectiveUpdates, type ReportedUpdates } from '../windows-updates/windows-updates.rules.ts';
import {
  deleteUpdates,
  listStoredUpdates,
  type UpdateRow,
  updateKey,
  writeUpdates,
} from './windows-updates.repository.ts';

/** Rows as last written, by site and article. */
export type WrittenUpdates = ReadonlyMap<string, string>;
const keyOf = ({ siteId, kb }: { siteId: string; kb: number }): string => `${siteId} ${kb}`;

interface Article {
  missing: number[];
  pending: number[];
  installed: number;
}

const gather = async (
  db: Kysely<Tables>,
  reports: ReadonlyMap<number, ReportedUpdates>,
  siteOfHost: ReadonlyMap<number, string>,
) => {
  const all = new Set<number>();
  for (const { installed, missing, pending } of reports.values())
    for (const kb of [...installed, ...missing, ...pending]) all.add(kb);
  const superseded = await selectSuperseded(db, [...all]);
  const articles = new Map<string, Map<number, Article>>();
  const hosts = [...reports.keys()].toSorted((a, b) => a - b);
  for (const hostNo of hosts) {
    const report = reports.get(hostNo);
    const siteId = siteOfHost.get(hostNo);
    if (!report || siteId === undefined) continue;
    const ofSite = articles.get(siteId) ?? new Map<number, Article>();
    articles.set(siteId, ofSite);
    const at = (kb: number): Article => {
      const found = ofSite.get(kb) ?? { missing: [], pending: [], installed: 0 };
      ofSite.set(kb, found);
      return found;
    };
    const { missing, pending } = effectiveUpdates(report, superseded);
    for (const kb of missing) at(kb).missing.push(hostNo);
    for (const kb of pending) at(kb).pending.push(hostNo);
    for (const kb of report.installed) at(kb).installed += 1;
  }
  return articles;
};

/** What an article is called: as the catalogue says, else as a host was told. */
const describe = async (tx: Tx, db: Kysely<Tables>, customerId: string, wanted: ReadonlyMap<number, number>) => {
  const known = new Map((await selectUpdates(db, [...wanted.keys()])).map((row) => [row.kb, row]));
  const unknown = [...wanted].filter(([kb]) => (known.get(kb)?.title ?? '') === '');
  const asked =
    unknown.length === 0
      ? []
      : await readWindowsUpdates(
          tx,
          customerId,
          unknown.map(([, hostNo]) => hostNo),
        );
  const offers = new Map(asked.flatMap((report) => report.offers.map((offer) => [offer.kb, offer])));
  return (kb: number) => {
    const row = known.get(kb);
    const offer = offers.get(kb);
    return {
      title: row?.title || offer?.title || articleOfKb(kb),
      classification: row?.classification || offer?.classification || '',
      severity: row?.severity || offer?.severity || '',
    };
  };
};

/** Counts which hosts miss which Windows update, and writes what changed. */
export const countWindowsUpdates = async (
  tx: Tx,
  db: Kysely<Tables>,
  customerId: string,
  reports: ReadonlyMap<number, ReportedUpdates>,
  siteOfHost: ReadonlyMap<number, string>,
  before: WrittenUpdates | undefined,
): Promise<{ written: WrittenUpdates; changes: number }> => {
  const articles = await gather(db, reports, siteOfHost);
  const needed = [...articles].flatMap(([siteId, ofSite]) =>
    [...ofSite].flatMap(([kb, article]) =>
      article.missing.length + article.pending.length > 0 ? [{ siteId, kb, ...article }] : [],
    ),
  );
  const anyHost = new Map(needed.map(({ kb, missing, pending }) => [kb, missing[0] ?? pending[0] ?? 0]));
  const described = await describe(tx, db, customerId, anyHost);
  const rows = needed.map((row): UpdateRow => ({ ...row, ...described(row.kb) }));
  const written = new Map(rows.map((row) => [keyOf(row), updateKey(row)]));
  const changed = rows.filter((row) => before?.get(keyOf(row)) !== written.get(keyOf(row)));
  const stored = before
    ? [...before.keys()].map((key) => ({ siteId: key.split(' ')[0] ?? '', kb: Number(key.split(' ')[1]) }))
    : (await listStoredUpdates(tx, customerId)).map((row) => ({ siteId: row.site_id, kb: row.kb }));
  const gone = stored.filter((row) => !written.has(keyOf(row)));
  await writeUpdates(tx, customerId, changed);
  await deleteUpdates(tx, customerId, gone);
  return { written, changes: before ? changed.length + gone.length : gone.length };
};
