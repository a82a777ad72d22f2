import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../hosts.tables.ts';

/** What calls of agents need to know of their hosts, all of one site. */
export const findAgents = (tx: Tx, customerId: string, siteId: string, hostIds: readonly string[]) =>
  tx
    .selectFrom('hosts as h')
    .select([
      'h.host_id',
      'h.host_no',
      'h.public_key',
      'h.trashed_at',
      'h.quarantined_at',
      'h.accepted_at',
      'h.pending_since',
      'h.disabled_at',
      'h.dormant_since',
      'h.inspect_revision',
      'h.inventory_hash',
      'h.last_boot_at',
      'h.last_reported_boot_at',
      'h.work_at',
      'h.approvers_version',
    ])
    .where('h.customer_id', '=', customerId)
    .where('h.site_id', '=', siteId)
    .where('h.host_id', '=', sql<string>`any(${[...hostIds]}::uuid[])`)
    .execute();

export const findSchedule = (tx: Tx, customerId: string, siteId: string) =>
  tx
    .selectFrom('agent_settings')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .executeTakeFirst();

/** Is this hardware already a host of the customer? Then a newcomer that claims it waits for somebody to look. */
export const isHardwareKnown = async (tx: Tx, customerId: string, hardwareHash: Buffer): Promise<boolean> =>
  (await tx
    .selectFrom('hosts')
    .select('host_id')
    .where('customer_id', '=', customerId)
    .where('hardware_hash', '=', hardwareHash)
    .limit(1)
    .executeTakeFirst()) !== undefined;
