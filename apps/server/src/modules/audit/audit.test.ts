import { createHash } from 'node:crypto';
import type { SealedEntry } from '@patchkeep/contract/activity-log';
import { session } from '@patchkeep/contract/session';
import { sites } from '@patchkeep/contract/sites';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '../../platform/db/tenant.ts';
import { type TestApp, testApp } from '../../testkit/app.ts';
import { sealed } from './audit.presenter.ts';
import { readChain } from './audit.queries.ts';
import { canonicalJson, entryHash } from './audit.rules.ts';
import { sealedChain } from './chain.factory.ts';
import { recordAct } from './public.ts';
import { chainWalk } from './verify.rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const chainOf = (customerId: string, chainId: string) =>
  withTenant(app.database.pool('patchkeep_api'), { customerId, siteIds: [], actorId: null }, async (tx) =>
    (await readChain(tx, { customerId, chainId, after: 0, limit: 10_000 })).map(sealed),
  );

const flawOf = (entries: readonly SealedEntry[]) => {
  const walk = chainWalk();
  return entries.reduce<ReturnType<typeof walk.step>>((found, entry) => found ?? walk.step(entry), undefined);
};

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
      objectKind: 'site',
      objectId: alpha,
      actorId: body.userAccountUuid,
      instanceId: client.instanceId,
      ip: '127.0.0.1',
      after: canonicalJson({ siteId: alpha }),
    });
    expect(flawOf(system)).toBeUndefined();
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
    // The worker waits for its turn longer than the api does, as a loaded machine may ask of it.
    const pool = app.database.pool('patchkeep_worker');
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
    expect(flawOf(chain)).toBeUndefined();
  });

  it('cannot be changed by the roles of the product', async () => {
    for (const role of ['patchkeep_api', 'patchkeep_worker'])
      for (const statement of [
        'update audit_entries set verb = verb',
        'delete from audit_entries',
        'truncate audit_entries',
        'update audit_checkpoints set envelope = envelope',
        'delete from audit_checkpoints',
      ])
        await expect(app.database.pool(role).query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the chain', () => {
  it('names the first bad entry after any edit, deletion, insertion or swap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 12 }),
        fc.nat(),
        fc.constantFrom('edit', 'delete', 'insert', 'swap'),
        (length, place, how) => {
          const entries = sealedChain(length);
          const at = place % (length - 1);
          const entry = entries[at] as SealedEntry;
          if (how === 'edit') entries[at] = { ...entry, verb: 'w' };
          if (how === 'delete') entries.splice(at, 1);
          if (how === 'insert') entries.splice(at, 0, entry);
          if (how === 'swap') entries.splice(at, 2, entries[at + 1] as SealedEntry, entry);
          expect(flawOf(entries)?.seq).toBe(at + 1);
        },
      ),
    );
  });

  it('tells null from empty and one field from the next', () => {
    const [entry] = sealedChain(1) as [SealedEntry];
    const others = [
      { ...entry, before: '' },
      { ...entry, verb: 'vk', objectKind: '' },
      { ...entry, actorId: '' },
    ];
    expect(new Set([entry, ...others].map(entryHash)).size).toBe(4);
  });

  it('hashes entries of any length and script as the format says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.nat(20_000), (text, times) => {
        const [entry] = sealedChain(1) as [SealedEntry];
        const long = { ...entry, after: text.repeat(times % 300) };
        expect(entryHash(long)).toBe(plainHash(long));
      }),
    );
  });
});

/** The encoding once more, as plainly as it can be said. */
const plainHash = (entry: SealedEntry): string => {
  const { hash: _own, previousHash, ...fields } = entry;
  const parts = [
    ...Object.values(fields).map((field) => (field === null ? null : Buffer.from(String(field)))),
    Buffer.from(previousHash, 'hex'),
  ];
  const sum = createHash('sha256');
  for (const part of parts) {
    const prefix = Buffer.alloc(5);
    prefix.writeUInt8(part ? 1 : 0);
    prefix.writeUInt32BE(part?.length ?? 0, 1);
    sum.update(prefix);
    if (part) sum.update(part);
  }
  return sum.digest('hex');
};
