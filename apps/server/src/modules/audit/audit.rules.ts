import { createHash } from 'node:crypto';
import type { AuditRow } from './audit.tables.ts';

/** What stands before the first entry of a chain. */
export const genesis: Buffer = Buffer.alloc(32);

/** JSON with sorted keys: the same content has one spelling, also after a trip through jsonb. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
};

/** Every field with its length in front, so that no two rows share an encoding. */
const encode = (fields: readonly (string | Buffer | null)[]): Buffer =>
  Buffer.concat(
    fields.flatMap((field) => {
      const bytes = field === null ? Buffer.alloc(0) : Buffer.from(field);
      const length = Buffer.alloc(5);
      length.writeUInt8(field === null ? 0 : 1);
      length.writeUInt32BE(bytes.length, 1);
      return [length, bytes];
    }),
  );

/** The hash of an entry covers all its fields and the hash before it. */
export const entryHash = (row: Omit<AuditRow, 'hash'>): Buffer =>
  createHash('sha256')
    .update(
      encode([
        row.customer_id,
        row.chain_id,
        String(row.seq),
        row.at.toISOString(),
        row.actor_id,
        row.credential_id,
        row.instance_id,
        row.request_id,
        row.ip,
        row.verb,
        row.object_kind,
        row.object_id,
        row.before,
        row.after,
        row.previous_hash,
      ]),
    )
    .digest();

/** The first entry that does not follow from the one before, or undefined when the chain holds. */
export const firstBrokenEntry = (rows: readonly AuditRow[]): number | undefined => {
  let previous = genesis;
  let seq = 0;
  for (const row of rows) {
    seq += 1;
    const isSound = row.seq === seq && row.previous_hash.equals(previous) && row.hash.equals(entryHash(row));
    if (!isSound) return row.seq;
    previous = row.hash;
  }
  return undefined;
};
