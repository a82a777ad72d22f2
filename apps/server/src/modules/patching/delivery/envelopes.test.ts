import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { sealApprovals, signWithFile } from '@patchkeep/orders/custom/approval';
import { type CustomPackage, customPackage } from '@patchkeep/orders/custom/custom-package';
import { canonical } from '@patchkeep/orders/statements';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withTenant } from '../../../platform/db/tenant.ts';
import { type TestApp, testApp } from '../../../testkit/app.ts';
import { customKind } from '../tasks/custom.rules.ts';
import { envelopeRegister } from './envelopes.service.ts';
import type { LeasedTask } from './leases.repository.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const sha256 = 'ab'.repeat(32);
const statementOf = (site: string, config: string): CustomPackage => ({
  site,
  config,
  title: 'House tool',
  release: 1,
  madeAt: 1_763_000_000_000,
  expires: 1_773_000_000_000,
  kind: 'msi',
  scope: 'machine',
  files: [
    { name: 'tool.msi', sha256, bytes: 1 },
    { name: 'answers.xml', sha256: 'cd'.repeat(32), bytes: 1 },
  ],
  main: 'tool.msi',
  installArguments: [],
  removeArguments: null,
  flags: { progressPopup: false, interactive: false, requiresUac: false },
  recognition: null,
});

it('custom software is handed to hosts of its own site alone, also once it is remembered', async () => {
  const postgres = app.database.pool('postgres');
  const { rows } = await postgres.query('select customer_id, site_id from sites order by customer_id, site_id');
  const [own] = rows;
  const sister = rows.find((row) => row.customer_id === own.customer_id && row.site_id !== own.site_id);
  const stranger = rows.find((row) => row.customer_id !== own.customer_id);
  const config = randomUUID();
  const text = canonical(statementOf(own.site_id, config));
  const hash = createHash('sha256').update(text).digest();
  const { privateKey } = generateKeyPairSync('ed25519');
  const envelope = sealApprovals(customPackage.type, text, [signWithFile(customPackage.type, text, privateKey)]);
  await postgres.query(
    `insert into custom_configs (customer_id, site_id, config_id, title, spec, serial_number, release, changed_by, changed_at)
     values ($1, $2, $3, 'House tool', '{}', 1, 1, $3, now())`,
    [own.customer_id, own.site_id, config],
  );
  await postgres.query(
    `insert into custom_packages (customer_id, site_id, config_id, release, spec_tag, statement_hash, statement,
       approvers_version, approvals, needed_count, envelope, expires_at, made_at)
     values ($1, $2, $3, 1, '', $4, $5, 1, '[]', 1, $6, now(), now())`,
    [own.customer_id, own.site_id, config, hash, text, envelope],
  );
  const read = envelopeRegister();
  const suppliedTo = ({ customer_id: customerId, site_id: siteId }: typeof own) =>
    withTenant(
      app.agentPool,
      { customerId, siteIds: [siteId, ...(customerId === own.customer_id ? [own.site_id] : [])], actorId: null },
      async (tx) => {
        const task = { kind: customKind, site_id: siteId, statement_hash: hash } as LeasedTask;
        return (await read(tx, customerId, [task]))(task);
      },
    );
  for (let again = 0; again < 2; again++) {
    expect(await suppliedTo(own)).toEqual({ envelope, files: [sha256, 'cd'.repeat(32)] });
    expect(await suppliedTo(sister)).toBeNull();
    expect(await suppliedTo(stranger)).toBeNull();
  }
});
