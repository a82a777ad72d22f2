import { applicationColumns, type FleetCounts, hostColumns, type ScopeCounts } from '@patchkeep/rules/counting';
import type { CountTable } from './count-table.rules.ts';
import type { NumberedFleet } from './fleet.rules.ts';

/** Whole millionths, so that a share fits in a table of whole numbers. */
export const epssScale = 1_000_000;

export interface Totals {
  siteId: string;
  scopeId: string;
  numbers: readonly number[];
}

/** All numbers of a customer, as they are or shall be stored. */
export interface Counted {
  hosts: CountTable;
  siteOfHost: ReadonlyMap<number, string>;
  /** By scope and by site. */
  applications: ReadonlyMap<string, CountTable>;
  versions: ReadonlyMap<string, CountTable>;
  totals: Map<string, Totals>;
  siteOfScope: ReadonlyMap<string, string>;
}

const counted = applicationColumns.length;
const width = counted + 1;

/** The rows of a scope with their highest score, and the sum of each column. */
const applicationTable = ({ applicationIds, rows, highestEpss }: ScopeCounts) => {
  const table: CountTable = { ids: applicationIds, rows: new Int32Array(applicationIds.length * width), width };
  const sums = applicationColumns.map(() => 0);
  for (let row = 0; row < applicationIds.length; row++) {
    for (let column = 0; column < counted; column++) {
      const number = rows[row * counted + column] ?? 0;
      table.rows[row * width + column] = number;
      sums[column] = (sums[column] ?? 0) + number;
    }
    table.rows[row * width + counted] = Math.round((highestEpss[row] ?? 0) * epssScale);
  }
  return { table, sums };
};

const most = 2 ** 26;

/** The versions of a site by id. An id and a place fit in one number, and numbers sort without a comparison of ours. */
const versionTable = (scope: ScopeCounts, versionIds: Int32Array): CountTable => {
  const keys = new Float64Array(scope.versions.length);
  for (let at = 0; at < keys.length; at++) keys[at] = (versionIds[scope.versions[at] ?? 0] ?? 0) * most + at;
  keys.sort();
  const table = { ids: new Int32Array(keys.length), rows: new Int32Array(keys.length * 2), width: 2 };
  for (let row = 0; row < keys.length; row++) {
    const at = (keys[row] ?? 0) % most;
    table.ids[row] = Math.floor((keys[row] ?? 0) / most);
    table.rows[row * 2] = scope.versionHosts[at] ?? 0;
    table.rows[row * 2 + 1] = scope.versionIgnored[at] ?? 0;
  }
  return table;
};

/** Hosts that were looked into; of the others there is nothing to say, and they have no row. */
const hostTable = (counts: FleetCounts, { hostNos, fleet }: NumberedFleet): { table: CountTable; looked: number[] } => {
  const looked = [...hostNos.keys()].filter((host) => fleet.starts[host] !== fleet.starts[host + 1]);
  const own = hostColumns.length;
  const table = { ids: new Int32Array(looked.length), rows: new Int32Array(looked.length * own), width: own };
  looked.forEach((host, row) => {
    table.ids[row] = hostNos[host] ?? 0;
    for (let column = 0; column < own; column++)
      table.rows[row * own + column] = counts.hosts[host * own + column] ?? 0;
  });
  return { table, looked };
};

/** The count in the shape it is stored in. */
export const toCounted = (counts: FleetCounts, numbered: NumberedFleet): Counted => {
  const { hostNos, siteOfHost, siteOfScope, versionIds } = numbered;
  const applications = new Map<string, CountTable>();
  const versions = new Map<string, CountTable>();
  const totals = new Map<string, Totals>();
  for (const scope of counts.scopes) {
    const { table, sums } = applicationTable(scope);
    applications.set(scope.id, table);
    const siteId = siteOfScope.get(scope.id) ?? scope.id;
    const [ok = 0, eol = 0, insecure = 0, zeroday = 0, ignored = 0, exploited = 0, , installations = 0] = sums;
    const all = [scope.hosts, scope.applicationIds.length, scope.versions.length, installations];
    const split = [ok, eol, insecure, zeroday, ignored, exploited];
    totals.set(scope.id, { siteId, scopeId: scope.id, numbers: [...all, ...split, ...scope.hostSplit] });
    if (siteId === scope.id) versions.set(scope.id, versionTable(scope, versionIds));
  }
  const { table, looked } = hostTable(counts, numbered);
  return {
    hosts: table,
    siteOfHost: new Map(looked.map((host) => [hostNos[host] ?? 0, siteOfHost[host] ?? ''])),
    applications,
    versions,
    totals,
    siteOfScope,
  };
};
