import { sql, type SqlBool } from 'kysely';

/** A site, in the database's terms. */
export interface SiteKey {
  customerId: string;
  siteId: string;
}

/** These hosts of a site, in any table that names a host by its key. */
export const areThese = ({ customerId, siteId }: SiteKey, hostIds: readonly string[]) =>
  sql<SqlBool>`customer_id = ${customerId} and site_id = ${siteId} and host_id = any(${[...hostIds]}::uuid[])`;
