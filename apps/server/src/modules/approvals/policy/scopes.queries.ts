import { tagKind } from '@patchkeep/contract/tags';
import { sql } from 'kysely';
import { inSites } from '../../../platform/db/in-sites.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../approvals.tables.ts';

export const selectSites = (tx: Tx, customerId: string, siteIds: readonly string[]) =>
  tx
    .selectFrom('sites')
    .select(['site_id', 'name'])
    .where('customer_id', '=', customerId)
    .where(inSites('site_id', siteIds))
    .orderBy(sql`lower(name)`)
    .execute();

export const selectGroups = (tx: Tx, customerId: string, siteIds: readonly string[]) =>
  tx
    .selectFrom('groups')
    .select(['site_id', 'group_id', 'parent_id', 'title as name'])
    .where('customer_id', '=', customerId)
    .where(inSites('site_id', siteIds))
    .orderBy('title')
    .execute();

/** Restart tags say when hosts boot, and nothing about updates. */
export const selectTags = (tx: Tx, customerId: string, siteIds: readonly string[]) =>
  tx
    .selectFrom('tags')
    .select(['site_id', 'tag_id', 'name'])
    .where('customer_id', '=', customerId)
    .where(inSites('site_id', siteIds))
    .where('kind', '<>', tagKind.RestartTag)
    .orderBy('name')
    .execute();
