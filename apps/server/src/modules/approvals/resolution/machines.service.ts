import type { Machine } from '@patchkeep/rules/approvals/supply';
import { BoundedMap } from '../../../platform/bounded-map.ts';
import type { Context } from '../../../platform/context.ts';
import { listMachines, listRootless, siteOf } from '../../hosts/public.ts';
import { readCountRevision } from '../policy/subjects.queries.ts';

/** What the hosts of a site are, as far as packages and orders tell them apart: a few kinds for all of them. */
export interface Machines {
  kinds: readonly Machine[];
  /** By host number: which of `kinds`. */
  of(hostNo: number): number;
}

type Listed = Awaited<ReturnType<typeof listMachines>>;
interface Laid {
  systems: Listed;
  systemOf: Int32Array;
}

/** By site. */
const remembered = new BoundedMap<string, { revision: number; laid: Laid }>(50);

const lay = (systems: Listed): Laid => {
  const highest = systems.reduce((most, { hostNos }) => hostNos.reduce((a, b) => Math.max(a, b), most), 0);
  const systemOf = new Int32Array(highest + 1);
  for (const [at, { hostNos }] of systems.entries()) for (const hostNo of hostNos) systemOf[hostNo] = at;
  return { systems, systemOf };
};

/** Reading a hundred thousand hosts takes longer than a page may, so what was read is kept until the next count. */
const loadSystems = async (context: Context): Promise<Laid> => {
  const { customerId, siteId } = siteOf(context);
  const revision = await readCountRevision(context.tx, customerId);
  const known = remembered.get(siteId);
  if (known?.revision === revision) return known.laid;
  const laid = lay(await listMachines(context.tx, customerId, siteId));
  remembered.set(siteId, { revision, laid });
  return laid;
};

export const loadMachines = async (context: Context): Promise<Machines> => {
  const { customerId, siteId } = siteOf(context);
  const { systems, systemOf } = await loadSystems(context);
  const rootless = new Set(await listRootless(context.tx, customerId, siteId));
  const kinds = [true, false].flatMap((hasRoot) =>
    systems.map(({ osFamily, architecture }) => ({ osFamily, architecture, hasRoot })),
  );
  return {
    kinds,
    of: (hostNo) => (systemOf[hostNo] ?? 0) + (rootless.has(hostNo) ? systems.length : 0),
  };
};
