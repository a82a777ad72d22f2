import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '../../../platform/db/tenant.ts';
import { testDatabase, type TestDatabase } from '../../../testkit/database.ts';
import '../approvals.tables.ts';
import { insertChangeSet } from '../../changes/public.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

describe('rows of the customer as a whole beside rows of its sites', () => {
  it('are seen from every site of the customer, those of a site from that one only, and by no other customer', async () => {
    const owner = database.pool('postgres');
    const { rows } = await owner.query<{ customer_id: string; site_id: string; name: string }>(
      `select customer_id, site_id, name from sites where name in ('alpha', 'Beta', 'gamma') order by name`,
    );
    const site = (name: string) => rows.find((row) => row.name === name) ?? { customer_id: '', site_id: '' };
    const [alpha, beta, gamma] = [site('alpha'), site('Beta'), site('gamma')];
    const pool = database.pool('patchkeep_api');
    const enter = ({ customer_id, site_id }: { customer_id: string; site_id: string }) => ({
      customerId: customer_id,
      siteIds: [site_id],
      actorId: null,
    });
    const set = (customer_id: string, site_id: string | null, title: string) => ({
      customer_id,
      change_set_id: randomUUID(),
      site_id,
      state: 0,
      type: null,
      level: 0,
      title,
      reason: '',
      refusal: '',
      kind: 'approval',
      moves: [],
      content: null,
      host_nos: null,
      about: [],
      change_count: 0,
      content_hash: Buffer.alloc(0),
      targets_hash: Buffer.alloc(0),
      hosts: 0,
      requested_by: randomUUID(),
      requested_session: randomUUID(),
      requested_at: new Date(),
      confirmed_by: null,
      confirmed_at: null,
      expires_at: null,
      undoes_id: null,
    });
    await withTenant(pool, enter(alpha), async (tx) => {
      await insertChangeSet(tx, set(alpha.customer_id, null, 'ours'));
      await insertChangeSet(tx, set(alpha.customer_id, alpha.site_id, 'of alpha'));
    });
    await expect(
      withTenant(pool, enter(alpha), (tx) => insertChangeSet(tx, set(alpha.customer_id, beta.site_id, 'of Beta'))),
    ).rejects.toThrow('row-level security');
    await expect(
      withTenant(pool, enter(alpha), (tx) => insertChangeSet(tx, set(gamma.customer_id, null, 'theirs'))),
    ).rejects.toThrow('row-level security');
    const titles = (from: { customer_id: string; site_id: string }) =>
      withTenant(pool, enter(from), async (tx) =>
        (await tx.selectFrom('change_sets').select('title').orderBy('title').execute()).map((row) => row.title),
      );
    expect(await titles(alpha)).toEqual(['of alpha', 'ours']);
    expect(await titles(beta)).toEqual(['ours']);
    expect(await titles(gamma)).not.toContain('ours');
  });
});
