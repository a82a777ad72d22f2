import { readApprovals } from '@patchkeep/orders/custom/approval';
import { z } from 'zod';
import { BoundedMap } from '../../../platform/bounded-map.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { selectCustomEnvelopes } from '../../custom-software/public.ts';
import { customKind } from '../tasks/custom.rules.ts';
import { type LeasedTask, selectEnvelopes } from './leases.repository.ts';

/** What a host gets with an order: what vouches for it, and the files that it is made of. */
export interface Supplied {
  envelope: string;
  /** SHA-256, hex. */
  files: readonly string[];
}

const mostRemembered = 1_000;

const hex = (bytes: Buffer): string => bytes.toString('hex');
const ofSite = z.object({ site: z.string() });
/** The site whose approvers signed it: the signed text says so. */
const siteOfEnvelope = (envelope: string): string => ofSite.parse(JSON.parse(readApprovals(envelope).text)).site;

/** Packages are everybody's; what a site brings itself is kept under its customer and site, and found under no other. */
const nameOf = (
  customerId: string,
  { kind, site_id: siteId, statement_hash: hash }: LeasedTask,
): string | undefined => {
  if (!hash) return undefined;
  return kind === customKind ? [customerId, siteId, hex(hash)].join(' ') : hex(hash);
};

/** Statements never change: each is read once, and the last thousand are kept. */
export const envelopeRegister = () => {
  const known = new BoundedMap<string, Supplied>(mostRemembered);

  const readPackages = async (tx: Tx, hashes: readonly Buffer[]): Promise<[name: string, found: Supplied][]> => {
    const rows = hashes.length > 0 ? await selectEnvelopes(tx, hashes) : [];
    return rows.map((row) => [hex(row.statement_hash), { envelope: row.envelope, files: [hex(row.sha256)] }]);
  };
  const readCustom = async (
    tx: Tx,
    customerId: string,
    hashes: readonly Buffer[],
  ): Promise<[name: string, found: Supplied][]> => {
    const rows = hashes.length > 0 ? await selectCustomEnvelopes(tx, customerId, hashes) : [];
    return rows.map(({ statement_hash: hash, envelope, files }) => [
      [customerId, siteOfEnvelope(envelope), hex(hash)].join(' '),
      { envelope, files },
    ]);
  };

  return async (
    tx: Tx,
    customerId: string,
    tasks: readonly LeasedTask[],
  ): Promise<(task: LeasedTask) => Supplied | null> => {
    const found = new Map<string, Supplied>();
    const missing = { packages: new Map<string, Buffer>(), custom: new Map<string, Buffer>() };
    for (const task of tasks) {
      const name = nameOf(customerId, task);
      if (name === undefined || !task.statement_hash) continue;
      const kept = known.get(name);
      if (kept) found.set(name, kept);
      else (task.kind === customKind ? missing.custom : missing.packages).set(name, task.statement_hash);
    }
    const read = [
      ...(await readPackages(tx, [...missing.packages.values()])),
      ...(await readCustom(tx, customerId, [...missing.custom.values()])),
    ];
    for (const [name, supplied] of read) {
      found.set(name, supplied);
      known.set(name, supplied);
    }
    return (task) => found.get(nameOf(customerId, task) ?? '') ?? null;
  };
};
