import { readFileSync } from 'node:fs';
import type { SealedEntry } from '@patchkeep/contract/activity-log';
import { keyId, publicKeyOf } from '@patchkeep/orders/envelope';
import { type Checkpoint, readStatement } from '@patchkeep/orders/statements';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '../../platform/db/tenant.ts';
import { signerClient } from '../../platform/signer-client.ts';
import { type TestApp, testApp } from '../../testkit/app.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { printFigure } from '../../testkit/print-figure.ts';
import { raiseSigner, type RaisedSigner } from '../../testkit/signed-packages.ts';
import { sealed } from './audit.presenter.ts';
import type { AuditRow } from './audit.tables.ts';
import { chained } from './chain.factory.ts';
import { recordAct, sealLogs } from './public.ts';
import { chainWalk, type Flaw } from './verify.rules.ts';

/** `npm run proofs -- tamper` tries all; here a few of each show that the attacks are still attacks. */
const times = process.env['FULL_SIZE'] ? 1_000 : 25;
const length = 60;
const entriesPerMinute = 7;

let app: TestApp;
let signer: RaisedSigner;
let superuser: pg.PoolClient;
let customerId: string;
let checkpoints: Checkpoint[];
let vouchedTo: number;

/** A chain as acts write it, sealed every few entries, and a last few that are younger than the last checkpoint. */
beforeAll(async () => {
  app = await testApp();
  signer = await raiseSigner(() => app.clock.now);
  const client = await app.signIn('admin');
  customerId = client.customerId ?? '';
  const pool = app.database.pool('patchkeep_api');
  const seal = sealLogs(signerClient(signer.socket), async () => [customerId]);
  for (let n = 2; n <= length; n++) {
    await withTenant(pool, { customerId, siteIds: [], actorId: null }, (tx) =>
      recordAct(
        tx,
        { requestId: `r${n}`, ip: '192.0.2.1', instanceId: null, now: app.clock.now },
        {
          customerId,
          siteId: null,
          actorId: null,
          credentialId: null,
          verb: 'test.write',
          objectKind: 'n',
          objectId: String(n),
          before: { n: n - 1 },
          after: { n },
        },
      ),
    );
    if (n % entriesPerMinute === 0) await seal.run({}, jobTools(app));
  }
  const signers = { keys: new Map([[keyId(signer.checkpointKey), publicKeyOf(signer.checkpointKey)]]), threshold: 1 };
  checkpoints = readFileSync(signer.checkpointRecord, 'utf8')
    .trim()
    .split('\n')
    .map((line) => readStatement('checkpoint', line, signers).statement);
  vouchedTo = checkpoints.at(-1)?.seq ?? 0;
  superuser = await app.database.pool('postgres').connect();
});
afterAll(async () => {
  superuser.release();
  await signer.close();
  await app.close();
});

const readAll = async (): Promise<SealedEntry[]> => {
  const { rows } = await superuser.query<AuditRow>(
    'select * from audit_entries where customer_id = $1 and chain_id = $1 order by seq',
    [customerId],
  );
  return rows.map(sealed);
};
const verify = async (): Promise<Flaw | undefined> => {
  const walk = chainWalk(checkpoints);
  for (const entry of await readAll()) {
    const flaw = walk.step(entry);
    if (flaw) return flaw;
  }
  return walk.end();
};
const change = (text: string, values: readonly unknown[] = []) => superuser.query(text, [customerId, ...values]);
const ofChain = 'customer_id = $1 and chain_id = $1';

const insert = (entry: SealedEntry) =>
  change(
    `insert into audit_entries (customer_id, chain_id, seq, at, actor_id, credential_id, instance_id, request_id, ip, verb,
       object_kind, object_id, before, after, previous_hash, hash)
     values ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      entry.seq,
      entry.at,
      entry.actorId,
      entry.credentialId,
      entry.instanceId,
      entry.requestId,
      entry.ip,
      entry.verb,
      entry.objectKind,
      entry.objectId,
      entry.before,
      entry.after,
      Buffer.from(entry.previousHash, 'hex'),
      Buffer.from(entry.hash, 'hex'),
    ],
  );
const cutAfter = (seq: number) => change(`delete from audit_entries where ${ofChain} and seq > $2`, [seq]);
/** Replaces all from an entry on by others that follow from each other without a fault, head and all. */
const rebuild = async (from: number, contents: readonly SealedEntry[], before: SealedEntry | undefined) => {
  await cutAfter(from - 1);
  const entries = chained(contents, before?.hash);
  for (const entry of entries) await insert(entry);
  const last = entries.at(-1) ?? before;
  await change(`update audit_heads set seq = $2, hash = $3 where ${ofChain}`, [
    last?.seq ?? 0,
    Buffer.from(last?.hash ?? '', 'hex'),
  ]);
};

const below = (limit: number) => Math.floor(Math.random() * limit);
const columns = ['ip', 'verb', 'object_id', 'object_kind', 'request_id'];

/** What somebody with every right to the database may try at entry k; each says which entry is the first that is wrong. */
const attacks: Record<string, (k: number) => Promise<number>> = {
  async edit(k) {
    const column = columns[below(columns.length)];
    await change(`update audit_entries set ${column} = ${column} || 'x' where ${ofChain} and seq = $2`, [k]);
    return k;
  },
  async delete(k) {
    await change(`delete from audit_entries where ${ofChain} and seq = $2`, [k]);
    return k;
  },
  async insert(k) {
    const entries = await readAll();
    const [forged] = chained([{ ...(entries[k - 1] as SealedEntry), verb: 'forged' }], entries[k - 2]?.hash);
    await change(`update audit_entries set seq = seq + 1000000 where ${ofChain} and seq >= $2`, [k]);
    await change(`update audit_entries set seq = seq - 999999 where ${ofChain} and seq > 1000000`);
    await insert(forged as SealedEntry);
    return k;
  },
  async swap(k) {
    const other = 1 + ((k + below(length - 1)) % length);
    await change(`update audit_entries set seq = seq + 1000000 where ${ofChain} and seq in ($2, $3)`, [k, other]);
    await change(`update audit_entries set seq = $3 where ${ofChain} and seq = 1000000 + $2::bigint`, [k, other]);
    await change(`update audit_entries set seq = $2 where ${ofChain} and seq = 1000000 + $3::bigint`, [k, other]);
    return Math.min(k, other);
  },
  async 'cut the tail'(k) {
    await cutAfter(k - 1);
    return k;
  },
  async 'cut and append anew'(k) {
    const entries = await readAll();
    const grown = Array.from({ length: 1 + below(length) }, (_, index) => ({
      ...(entries[0] as SealedEntry),
      seq: k + index,
      verb: 'forged',
    }));
    await rebuild(k, grown, entries[k - 2]);
    return k;
  },
  async 'build anew from the beginning'(k) {
    const entries = await readAll();
    const forged = entries.map((entry) => (entry.seq === k ? { ...entry, actorId: null, verb: 'forged' } : entry));
    await rebuild(1, forged, undefined);
    return k;
  },
  async 'restore an older database'(k) {
    const entries = await readAll();
    await rebuild(k, [], entries[k - 2]);
    await change(`delete from audit_checkpoints where ${ofChain} and seq >= $2`, [k]);
    return k;
  },
};

describe('tampering with the activity log as a superuser', () => {
  it('finds nothing where nothing was done', async () => {
    expect(await readAll()).toHaveLength(length);
    expect(vouchedTo).toBe(56);
    expect(await verify()).toBeUndefined();
  });

  it.each(Object.entries(attacks))(
    `is found out every time, and the first bad entry named: %s`,
    async (name, attack) => {
      for (let time = 0; time < times; time++) {
        const k = 1 + below(vouchedTo);
        await superuser.query('begin');
        const first = await attack(k);
        const flaw = await verify();
        await superuser.query('rollback');
        expect(flaw, `${name} at ${k}`).toMatchObject({ seq: first, since: first });
      }
      printFigure(`${name}: ${times} of ${times} found, each named to the entry`);
    },
    600_000,
  );
});
