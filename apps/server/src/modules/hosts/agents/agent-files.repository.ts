import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../hosts.tables.ts';
import { areThese, type SiteKey } from '../these-hosts.queries.ts';

export interface FileOfHost {
  customerId: string;
  siteId: string;
  hostId: string;
  sha256: string;
}

const bytesOf = ({ sha256 }: FileOfHost): Buffer => Buffer.from(sha256, 'hex');

type AssignedFile = Omit<FileOfHost, 'customerId'>;

/** The columns of several, in the order of their key, as everybody writes them. */
const columnsOf = (files: readonly AssignedFile[]) => {
  const sorted = files.toSorted((a, b) => (a.hostId + a.sha256 < b.hostId + b.sha256 ? -1 : 1));
  return {
    siteIds: sorted.map((file) => file.siteId),
    hostIds: sorted.map((file) => file.hostId),
    hashes: sorted.map((file) => Buffer.from(file.sha256, 'hex')),
  };
};

/** Lets hosts fetch a file each, until it is taken back. */
export const assignFiles = async (
  tx: Tx,
  customerId: string,
  files: readonly AssignedFile[],
  now: Date,
): Promise<void> => {
  if (files.length === 0) return;
  const { siteIds, hostIds, hashes } = columnsOf(files);
  await sql`
    insert into host_files (customer_id, site_id, host_id, sha256, assigned_at)
    select ${customerId}::uuid, f.site_id, f.host_id, f.sha256, ${now}::timestamptz
    from unnest(${siteIds}::uuid[], ${hostIds}::uuid[], ${hashes}::bytea[]) as f (site_id, host_id, sha256)
    on conflict (customer_id, host_id, sha256) do nothing`.execute(tx);
};

export const takeFilesBack = async (tx: Tx, customerId: string, files: readonly AssignedFile[]): Promise<void> => {
  if (files.length === 0) return;
  const { siteIds, hostIds, hashes } = columnsOf(files);
  await sql`select app.take_files_back(${customerId}::uuid, ${siteIds}::uuid[], ${hostIds}::uuid[], ${hashes}::bytea[])`.execute(
    tx,
  );
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
export const deleteFilesOf = async (tx: Tx, site: SiteKey, hostIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('host_files').where(areThese(site, hostIds)).execute();
};
