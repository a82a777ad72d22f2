import type { Tx } from '../../../platform/db/tenant.ts';
import '../hosts.tables.ts';

/** The site that a token opens, used up or not. */
export const findTokenSite = async (
  tx: Tx,
  customerId: string,
  secretHash: Buffer,
  now: Date,
): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('install_tokens')
      .select('site_id')
      .where('customer_id', '=', customerId)
      .where('secret_hash', '=', secretHash)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  )?.site_id;

/** The host that this very key on this very hardware became before, unless somebody threw it away. */
export const findEnrolled = (
  tx: Tx,
  { customerId, siteId }: { customerId: string; siteId: string },
  { hardwareHash, publicKey }: { hardwareHash: Buffer; publicKey: Buffer },
) =>
  tx
    .selectFrom('hosts')
    .select(['host_id', 'pending_since'])
    .where('customer_id', '=', customerId)
    .where('site_id', '=', siteId)
    .where('hardware_hash', '=', hardwareHash)
    .where('public_key', '=', publicKey)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
