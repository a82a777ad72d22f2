import type { Tx } from '../../../platform/db/tenant.ts';
import { startOfDay } from '../past/past-day.rules.ts';
import { changeOf, type CountTable, emptyTable } from './count-table.rules.ts';
import type { Counted } from './counted.rules.ts';
import {
  type CountRow,
  deleteCounts,
  type KindName,
  kinds,
  noteApplications,
  notedColumns,
  readCounts,
  writeCounts,
} from './counts.repository.ts';
import { deleteTotals, readTotals, writeTotals } from './totals.repository.ts';

export const readStoredCounts = async (tx: Tx, customerId: string): Promise<Counted> => {
  const totals = await readTotals(tx, customerId);
  return {
    hosts: (await readCounts(tx, customerId, 'hosts')).get('') ?? emptyTable(kinds.hosts.columns.length),
    siteOfHost: new Map(),
    applications: await readCounts(tx, customerId, 'applications'),
    versions: await readCounts(tx, customerId, 'versions'),
    totals,
    siteOfScope: new Map([...totals.values()].map((each) => [each.scopeId, each.siteId])),
  };
};

const rowOf = (table: CountTable, at: number): Int32Array =>
  table.rows.subarray(at * table.width, (at + 1) * table.width);

const writeKind = async (
  tx: Tx,
  customerId: string,
  name: KindName,
  before: ReadonlyMap<string, CountTable>,
  after: ReadonlyMap<string, CountTable>,
  siteOf: (owner: string, id: number) => string,
  touched: Set<string>,
): Promise<number> => {
  const written: CountRow[] = [];
  const gone: { siteId: string; scopeId: string; id: number }[] = [];
  const owners = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  for (const owner of owners) {
    const width = kinds[name].columns.length;
    const table = after.get(owner) ?? emptyTable(width);
    const change = changeOf(before.get(owner) ?? emptyTable(width), table);
    for (const at of change.written) {
      const id = table.ids[at] ?? 0;
      const siteId = siteOf(owner, id);
      touched.add(siteId);
      written.push({ siteId, scopeId: owner === '' ? siteId : owner, id, numbers: rowOf(table, at) });
    }
    for (const id of change.removed) {
      touched.add(siteOf(owner, id));
      gone.push({ siteId: owner, scopeId: owner, id });
    }
  }
  await deleteCounts(tx, customerId, name, gone);
  await writeCounts(tx, customerId, name, written);
  return written.length + gone.length;
};

/** What the applications were before that have other numbers now; of those that are new, zeros. */
const formerApplications = (
  before: ReadonlyMap<string, CountTable>,
  after: ReadonlyMap<string, CountTable>,
  siteOfScope: (scopeId: string) => string,
): CountRow[] => {
  const empty = emptyTable(kinds.applications.columns.length);
  const zeros = new Int32Array(empty.width);
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((scopeId) => {
    const old = before.get(scopeId) ?? empty;
    const fresh = after.get(scopeId) ?? empty;
    const { written, removed } = changeOf(old, fresh);
    if (written.length + removed.length === 0) return [];
    const places = new Map(Array.from(old.ids, (id, place) => [id, place]));
    const former = (id: number): Int32Array => {
      const place = places.get(id);
      return place === undefined ? zeros : rowOf(old, place);
    };
    const moved = written.filter((place) => {
      const was = former(fresh.ids[place] ?? 0);
      return rowOf(fresh, place)
        .subarray(0, notedColumns.length)
        .some((number, i) => number !== was[i]);
    });
    const ids = [...moved.map((place) => fresh.ids[place] ?? 0), ...removed];
    return ids.map((id) => ({ siteId: siteOfScope(scopeId), scopeId, id, numbers: former(id) }));
  });
};

/** Updates the stored counts from `before` to `after`; writes only rows that differ. */
export const writeStoredCounts = async (
  tx: Tx,
  customerId: string,
  before: Counted,
  after: Counted,
  now: Date,
): Promise<{ changes: number; siteIds: string[] }> => {
  const touched = new Set<string>();
  const siteOfScope = (scopeId: string): string =>
    after.siteOfScope.get(scopeId) ?? before.siteOfScope.get(scopeId) ?? scopeId;
  const ofHosts = (counted: Counted) => new Map([['', counted.hosts]]);
  const hosts = await writeKind(
    tx,
    customerId,
    'hosts',
    ofHosts(before),
    ofHosts(after),
    (_, hostNo) => after.siteOfHost.get(hostNo) ?? before.siteOfHost.get(hostNo) ?? '',
    touched,
  );
  const { applications: applicationsBefore, versions: versionsBefore } = before;
  const dayStart = startOfDay(now);
  const former = formerApplications(applicationsBefore, after.applications, siteOfScope);
  await noteApplications(tx, customerId, dayStart, former);
  const applications = await writeKind(
    tx,
    customerId,
    'applications',
    applicationsBefore,
    after.applications,
    siteOfScope,
    touched,
  );
  const versions = await writeKind(tx, customerId, 'versions', versionsBefore, after.versions, siteOfScope, touched);
  const changed = [...after.totals.values()].filter(({ scopeId, numbers }) => {
    const old = before.totals.get(scopeId);
    return !old || numbers.some((number, i) => number !== old.numbers[i]);
  });
  const removed = [...before.totals.keys()].filter((scopeId) => !after.totals.has(scopeId));
  await writeTotals(tx, customerId, changed, now);
  await deleteTotals(tx, customerId, removed);
  const changes = hosts + applications + versions + changed.length + removed.length;
  for (const { siteId } of changed) touched.add(siteId);
  touched.delete('');
  return { changes, siteIds: [...touched] };
};
