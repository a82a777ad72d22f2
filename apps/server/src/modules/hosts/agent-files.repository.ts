import { sql } from 'kysely';
import type { Tx } from '../../platform/db/tenant.ts';
import './hosts.tables.ts';

export interface FileOfHost {
  customerId: string;
  siteId: string;
  hostId: string;
  sha256: string;
}

const bytesOf = ({ sha256 }: FileOfHost): Buffer => Buffer.from(sha256, 'hex');

/** Lets a host fetch a file, until it is taken back. */
export const assignFile = async (tx: Tx, file: FileOfHost, now: Date): Promise<void> => {
  await tx
    .insertInto('host_files')
    .values({
      customer_id: file.customerId,
      site_id: file.siteId,
      host_id: file.hostId,
      sha256: bytesOf(file),
      assigned_at: now,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'host_id', 'sha256']).doNothing())
    .execute();
};

export const takeFileBack = async (tx: Tx, file: FileOfHost): Promise<void> => {
  await tx
    .deleteFrom('host_files')
    .where('customer_id', '=', file.customerId)
    .where('site_id', '=', file.siteId)
    .where('host_id', '=', file.hostId)
    .where('sha256', '=', bytesOf(file))
    .execute();
};

export const isFileAssigned = async (tx: Tx, file: FileOfHost): Promise<boolean> =>
  (await tx
    .selectFrom('host_files')
    .select('sha256')
    .where('customer_id', '=', file.customerId)
    .where('site_id', '=', file.siteId)
    .where('host_id', '=', file.hostId)
    .where('sha256', '=', bytesOf(file))
    .executeTakeFirst()) !== undefined;

/** With the hosts go their files. */
export const deleteFilesOf = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  hostIds: readonly string[],
): Promise<void> => {
  await tx
    .deleteFrom('host_files')
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('host_id', '=', sql<string>`any(${[...hostIds]}::uuid[])`)
    .execute();
};
