import { sites } from '@patchkeep/contract/sites';
import { session } from '@patchkeep/contract/session';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '../../platform/db/tenant.ts';
import { type TestApp, testApp } from '../../testkit/app.ts';
import { canonicalJson, entryHash, firstBrokenEntry, genesis } from './audit.rules.ts';
import type { AuditRow } from './audit.tables.ts';
import { readChain, recordAct } from './public.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const chainOf = (customerId: string, chainId: string) =>
  withTenant(app.database.pool('patchkeep_api'), { customerId, siteIds: [], actorId: null }, (tx) =>
    readChain(tx, customerId, chainId),
  );

describe('the activity log', () => {
  it('records acts in the chain of their site or of the customer, with who, how and from where', async () => {
    const client = await app.signIn('manager');
    const customerId = client.customerId ?? '';
    const { body } = await client.ehlo();
    const alpha = body.sites.find((site) => site.siteName === 'alpha')?.siteAccountUuid ?? '';
    await client.call(sites.select, { params: { id: alpha } });
    await client.call(session.logout);
    const system = await chainOf(customerId, customerId);
    expect(system.map(({ verb }) => verb)).toEqual(['session.login', 'session.logout']);
    const [selected] = await chainOf(customerId, alpha);
    expect(selected).toMatchObject({
      verb: 'site.select',
      object_kind: 'site',
      object_id: alpha,
      actor_id: body.userAccountUuid,
      instance_id: client.instanceId,
      ip: '127.0.0.1',
      after: canonicalJson({ siteId: alpha }),
    });
    expect(firstBrokenEntry(system)).toBeUndefined();
  });

  it('is written with the act or not at all', async () => {
    const client = await app.signIn('manager');
    const customerId = client.customerId ?? '';
    const before = (await chainOf(customerId, customerId)).length;
    const pool = app.database.pool('patchkeep_api');
    const facts = { requestId: 'r', ip: '::1', instanceId: null, now: new Date() };
    const act = {
      customerId,
      siteId: null,
      actorId: null,
      credentialId: null,
      verb: 'a.b',
      objectKind: 'a',
      objectId: 'b',
    };
    const failed = withTenant(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
      await recordAct(tx, facts, act);
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect(await chainOf(customerId, customerId)).toHaveLength(before);
  });

  it('keeps one unbroken chain under concurrent writers', async () => {
    const client = await app.signIn('admin');
    const customerId = client.customerId ?? '';
    const pool = app.database.pool('patchkeep_api');
    const write = (n: number) =>
      withTenant(pool, { customerId, siteIds: [], actorId: null }, (tx) =>
        recordAct(
          tx,
          { requestId: `r${n}`, ip: '::1', instanceId: null, now: new Date() },
          {
            customerId,
            siteId: null,
            actorId: null,
            credentialId: null,
            verb: 'test.write',
            objectKind: 'n',
            objectId: String(n),
            after: { n, nested: { b: 1, a: [1.5, null] } },
          },
        ),
      );
    await Promise.all(Array.from({ length: 40 }, (_, n) => write(n)));
    const chain = await chainOf(customerId, customerId);
    expect(chain.filter(({ verb }) => verb === 'test.write')).toHaveLength(40);
    expect(firstBrokenEntry(chain)).toBeUndefined();
  });

  it('cannot be changed by the roles of the product', async () => {
    for (const role of ['patchkeep_api', 'patchkeep_worker'])
      for (const statement of [
        'update audit_entries set verb = verb',
        'delete from audit_entries',
        'truncate audit_entries',
      ])
        await expect(app.database.pool(role).query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the chain', () => {
  const chain = (length: number): AuditRow[] => {
    const rows: AuditRow[] = [];
    for (let seq = 1; seq <= length; seq++) {
      const row = {
        customer_id: 'c',
        chain_id: 'c',
        seq,
        at: new Date(1e12 + seq),
        actor_id: null,
        credential_id: null,
        instance_id: null,
        request_id: String(seq),
        ip: '::1',
        verb: 'v',
        object_kind: 'k',
        object_id: 'o',
        before: null,
        after: `{"n":${seq}}`,
        previous_hash: rows.at(-1)?.hash ?? genesis,
      };
      rows.push({ ...row, hash: entryHash(row) });
    }
    return rows;
  };

  it('names the first bad entry after any edit, deletion, insertion or swap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 12 }),
        fc.nat(),
        fc.constantFrom('edit', 'delete', 'insert', 'swap'),
        (length, place, how) => {
          const rows = chain(length);
          const at = place % (length - 1);
          const row = rows[at] as AuditRow;
          if (how === 'edit') rows[at] = { ...row, verb: 'w' };
          if (how === 'delete') rows.splice(at, 1);
          if (how === 'insert') rows.splice(at, 0, row);
          if (how === 'swap') rows.splice(at, 2, rows[at + 1] as AuditRow, row);
          expect(firstBrokenEntry(rows)).toBeDefined();
        },
      ),
    );
  });

  it('tells null from empty and one field from the next', () => {
    const [row] = chain(1) as [AuditRow];
    const others = [
      { ...row, before: '' },
      { ...row, verb: 'vk', object_kind: '' },
      { ...row, actor_id: '' },
    ];
    expect(new Set([row, ...others].map((each) => entryHash(each).toString('hex'))).size).toBe(4);
  });
});
