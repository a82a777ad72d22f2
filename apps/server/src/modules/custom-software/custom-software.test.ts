import { generateKeyPairSync } from 'node:crypto';
import { approverKeys, customSoftware } from '@patchkeep/contract/custom-software';
import { resourceCalls } from '@patchkeep/contract/resources';
import { sites } from '@patchkeep/contract/sites';
import { openApproved, sealApprovals, signWithFile } from '@patchkeep/orders/custom/approval';
import { approvers, firstApproversWait, vouchersOf } from '@patchkeep/orders/custom/approvers';
import { customPackage } from '@patchkeep/orders/custom/custom-package';
import { rawKey } from '@patchkeep/orders/envelope';
import { canonical } from '@patchkeep/orders/statements';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '../../platform/db/tenant.ts';
import type { TestApp, TestClient } from '../../testkit/app.ts';
import {
  addedPasskey,
  customApp,
  examinedFile,
  nameAll,
  signSoftware,
  touchOf,
} from '../../testkit/custom/custom-software.ts';
import type { TestPasskey, Twist } from '../../testkit/factors/test-passkey.ts';
import { approversAfter, readCustomSoftware, selectCustomEnvelopes } from './public.ts';
import { kindOf, osFamilyOf } from './state.rules.ts';
import { readApprovers } from './vouching.rules.ts';

let app: TestApp;
let signer: Awaited<ReturnType<typeof customApp>>['signer'];
let postgres: pg.Pool;
let admin: TestClient;
/** Administers the same site. */
let manager: TestClient;
let adminKey: TestPasskey;
let managerKey: TestPasskey;
let place: { customerId: string; siteId: string };

beforeAll(async () => {
  ({ app, signer } = await customApp());
  postgres = app.database.pool('postgres');
  admin = await app.signIn('admin');
  manager = await app.signIn('manager');
  const { currentSite } = (await admin.ehlo()).body;
  const siteId = currentSite?.siteAccountUuid ?? '';
  await manager.call(sites.select, { params: { id: siteId } });
  const { rows } = await postgres.query('select customer_id from sites where site_id = $1', [siteId]);
  place = { customerId: rows[0].customer_id, siteId };
  adminKey = await addedPasskey(admin, 'Blue key');
  managerKey = await addedPasskey(manager, 'Phone');
});
afterAll(() => app.close());
beforeEach(async () => {
  await postgres.query('delete from custom_configs');
});

const file = (filename: string, more?: Parameters<typeof examinedFile>[3]) =>
  examinedFile(postgres, place, filename, more);
const spec = (mainFile: string, more: object = {}) => ({ files: [mainFile], mainFile, ...more });
const save = (title: string, taskSpec: object, more: object = {}, by = admin) =>
  by.call(customSoftware.save, { body: { title, taskSpec, ...more } as never });
const saved = async (title: string, more: Parameters<typeof examinedFile>[3] = {}, of: object = {}) => {
  const { body } = await save(title, spec(await file('tool.msi', more), of));
  return body.customDeploymentConfig;
};
const read = async (id: string) =>
  (await admin.call(customSoftware.read, { params: { id } })).body.customDeploymentConfig;
const list = async (by = admin) => (await by.call(customSoftware.list)).body.customDeploymentConfigs;
const statements = async (version: number): Promise<{ statement: string }> => {
  const of = 'select statement from approver_statements where site_id = $1 and version = $2';
  return (await postgres.query(of, [place.siteId, version])).rows[0];
};
const forgetApprovers = () => postgres.query('delete from approver_statements');
const known = (id: string) =>
  withTenant(app.agentPool, { ...place, siteIds: [place.siteId], actorId: null }, (tx) =>
    readCustomSoftware(tx, place.customerId, place.siteId, [id], app.clock.now),
  );

describe('approvers', () => {
  it('are named by the signer, count 72 hours later, and are told to hosts that know none', async () => {
    const before = (await admin.call(approverKeys.read)).body;
    expect(before).toMatchObject({ approvers: null, next: null, obstacle: null });
    expect(before.candidates.map(({ label }) => label).toSorted()).toEqual(['Blue key', 'Phone']);
    const chosen = before.candidates.filter(({ label }) => label === 'Blue key').map(({ keyId }) => keyId);
    const named = await admin.call(approverKeys.name, { body: { threshold: 1, keyIds: chosen } });
    expect(named.status).toBe(200);
    const starts = new Date(app.clock.now.getTime() + firstApproversWait).toISOString();
    expect(named.body.approvers).toMatchObject({ version: 1, threshold: 1, startsAt: starts });
    const [envelope = ''] = await approversAfter(app.agentPool)(place, 0, app.clock.now);
    expect(JSON.parse(envelope)).toMatchObject({ payloadType: approvers.type });
    expect(await approversAfter(app.agentPool)(place, 1, app.clock.now)).toEqual([]);
    expect(await approversAfter(app.agentPool)(place, undefined, app.clock.now)).toEqual([]);
  });

  it('name the next ones themselves; what waits can be given up, and counts once enough have agreed', async () => {
    expect((await nameAll(admin, 2)).body.next).toMatchObject({ version: 2, signatures: [], neededCount: 1 });
    expect((await admin.call(approverKeys.withdraw)).status).toBe(200);
    expect((await admin.call(approverKeys.withdraw)).status).toBe(404);
    await nameAll(admin, 2);
    const { challenge, statementHash } = (await admin.call(approverKeys.toSign)).body;
    const foreign = { statementHash, passkey: touchOf(managerKey, challenge) };
    expect((await manager.call(approverKeys.sign, { body: foreign })).status).toBe(400);
    const good = { statementHash, passkey: touchOf(adminKey, challenge) };
    const wrong = { ...good, statementHash: '0'.repeat(64) };
    expect((await admin.call(approverKeys.sign, { body: wrong })).status).toBe(409);
    const { body } = await admin.call(approverKeys.sign, { body: good });
    expect(body).toMatchObject({ approvers: { version: 2, threshold: 2 }, next: null });
    const [first, second = ''] = await approversAfter(app.agentPool)(place, 0, app.clock.now);
    const rows = await statements(1);
    expect(openApproved(second, approvers.type, vouchersOf(readApprovers(rows)))).toBeInstanceOf(Buffer);
    expect(first).toContain('approvers.v1');
  });

  it('are named by the root keys at any time, count at once then, and only as the statement says that waits', async () => {
    await nameAll(admin, 2);
    const { statement, statementHash } = (await admin.call(approverKeys.toSign)).body;
    const bring = (text: string) =>
      admin.call(approverKeys.sign, { body: { statementHash, signed: signer.approveByRoot(text) } });
    const other = canonical({ ...JSON.parse(statement), threshold: 1 });
    expect((await bring(other)).status).toBe(400);
    const { body } = await bring(statement);
    expect(body).toMatchObject({ approvers: { version: 3, threshold: 2 }, next: null });
    expect(body.approvers?.startsAt).toBe(app.clock.now.toISOString());
  });

  it('are refused when they cannot reach their number, and named by administrators only', async () => {
    const { candidates } = (await admin.call(approverKeys.read)).body;
    const [one] = candidates;
    const body = { threshold: 2, keyIds: [one?.keyId ?? ''] };
    expect((await admin.call(approverKeys.name, { body })).status).toBe(400);
    const stale = { threshold: 1, keyIds: ['a'.repeat(64)] };
    expect((await admin.call(approverKeys.name, { body: stale })).status).toBe(400);
    const reader = await app.signIn('reader');
    expect((await nameAll(reader, 1)).status).toBe(403);
  });
});

describe('custom software', () => {
  it('has an id, a title and uploaded files by their tags [CUST-02]', async () => {
    const { customDeploymentConfigUuid, title, files } = await saved('Tool');
    expect(customDeploymentConfigUuid).toMatch(/^[0-9a-f-]{36}$/);
    expect(title).toBe('Tool');
    expect(files).toMatchObject([{ siteResourceTag: expect.stringMatching(/^[0-9a-f-]{36}$/), filename: 'tool.msi' }]);
  });

  it('is listed by GET /custom-deployment-config, by title [CUST-03] [CUST-06]', async () => {
    for (const title of ['zulu', 'Alpha', 'mike']) await saved(title);
    expect((await list()).map(({ title }) => title)).toEqual(['Alpha', 'mike', 'zulu']);
  });

  it('is created by POST /custom-deployment-config, or replaced by its id; the answer is the saved config [CUST-07]', async () => {
    const made = await saved('Tool');
    expect(made).toEqual(await read(made.customDeploymentConfigUuid));
    const { customDeploymentConfigUuid, serialNumber, taskSpec } = made;
    const more = { customDeploymentConfigUuid, serialNumber };
    const replaced = await save('Tool 2', taskSpec, more);
    expect(replaced.body.customDeploymentConfig).toMatchObject({ customDeploymentConfigUuid, title: 'Tool 2' });
    expect(await list()).toHaveLength(1);
    // Who saves what somebody else has saved meanwhile loses nothing of theirs.
    expect((await save('Tool 3', taskSpec, more)).status).toBe(409);
    const nowhere = { ...more, customDeploymentConfigUuid: '00000000-0000-4000-8000-000000000000' };
    expect((await save('Tool 4', taskSpec, nowhere)).status).toBe(404);
  });

  it('is removed by DELETE with its id, and its files are free then [CUST-08]', async () => {
    const { customDeploymentConfigUuid: id, taskSpec } = await saved('Tool');
    const used = async () =>
      (await admin.call(resourceCalls.installer.list)).body.siteResources.find(
        ({ siteResourceTag }) => siteResourceTag === taskSpec.mainFile,
      )?.isUsed;
    expect(await used()).toBe(true);
    expect((await admin.call(customSoftware.remove, { params: { id } })).status).toBe(200);
    expect((await admin.call(customSoftware.remove, { params: { id } })).status).toBe(404);
    expect([await list(), await used()]).toEqual([[], false]);
  });

  it('is of files of this site that have come, with names that hosts can keep, and a main file that they can run', async () => {
    const main = await file('tool.msi');
    const statusOf = async (taskSpec: object) => (await save('Tool', taskSpec)).status;
    expect(await statusOf({ files: [main], mainFile: main })).toBe(200);
    expect(await statusOf({ files: [await file('a.txt')], mainFile: main })).toBe(400);
    expect(await statusOf({ files: [main, main], mainFile: main })).toBe(400);
    expect(await statusOf({ files: [main, await file('TOOL.MSI')], mainFile: main })).toBe(400);
    expect(await statusOf(spec(await file('notes.txt')))).toBe(400);
    expect(await statusOf(spec(await file('{folder}.exe')))).toBe(400);
    expect(await statusOf(spec(await file('late.exe', { state: 'receiving' })))).toBe(400);
    expect(await statusOf(spec('00000000-0000-4000-8000-000000000000'))).toBe(404);
  });

  it('has as installers for Windows exe, msi, msp and ps1, whatever the case, and no other [CUST-10]', () => {
    const names = ['exe', 'MSI', 'msp', 'ps1', 'deb', 'sh', 'bat', 'cmd', 'vbs', 'msix', 'com', 'txt', 'mst'];
    const forWindows = names.filter((ending) => {
      const kind = kindOf(`setup.${ending}`);
      return kind !== undefined && osFamilyOf(kind) === 'windows';
    });
    expect(forWindows).toEqual(['exe', 'MSI', 'msp', 'ps1']);
  });

  it('is nobody else’s: another customer sees and signs none of it, a reader changes none of it', async () => {
    const { customDeploymentConfigUuid: id, taskSpec } = await saved('Tool');
    const stranger = await app.signIn('stranger');
    expect((await stranger.call(customSoftware.read, { params: { id } })).status).not.toBe(200);
    const reader = await app.signIn('reader');
    expect(await list(reader)).toHaveLength(1);
    expect((await save('Mine', taskSpec, {}, reader)).status).toBe(403);
    expect((await reader.call(customSoftware.prepare, { params: { id } })).status).toBe(403);
    expect((await reader.call(customSoftware.remove, { params: { id } })).status).toBe(403);
  });
});

describe('signing', () => {
  it('takes as many people as must sign, gives hosts what they can check, and is about what was signed', async () => {
    const made = await saved('Tool', {}, { installArguments: ['NAME=a b'] });
    const id = made.customDeploymentConfigUuid;
    expect(made).toMatchObject({ state: 'awaitsSignatures', neededCount: 2, missing: [], statementHash: null });
    const once = (await signSoftware(admin, adminKey, id)).body.customDeploymentConfig;
    expect(once).toMatchObject({ state: 'awaitsSignatures', release: 1, signatures: [{ name: expect.anything() }] });
    // Somebody who signs twice is one person.
    expect((await signSoftware(admin, adminKey, id)).body.customDeploymentConfig.signatures).toHaveLength(1);
    expect((await known(id)).get(id)).toMatchObject({ state: 'awaitsSignatures', vouched: null });
    const twice = (await signSoftware(manager, managerKey, id)).body.customDeploymentConfig;
    expect(twice).toMatchObject({ state: 'vouched', release: 1 });
    const vouched = (await known(id)).get(id)?.vouched;
    expect(vouched).toMatchObject({ kind: 'msi', osFamily: 'windows', isRemovable: false, approversVersion: 3 });
    const found = await withTenant(app.agentPool, { ...place, siteIds: [place.siteId], actorId: null }, (tx) =>
      selectCustomEnvelopes(tx, place.customerId, [vouched?.statementHash ?? Buffer.alloc(0)]),
    );
    const rows = await statements(3);
    const opened = openApproved(found[0]?.envelope ?? '', customPackage.type, vouchersOf(readApprovers(rows)));
    expect(JSON.parse(opened.toString())).toMatchObject({ config: id, release: 1, installArguments: ['NAME=a b'] });
    expect(found[0]?.files).toEqual([made.files[0]?.sha256]);
    // Edited, it is something else: it waits again, under a release of its own.
    const { taskSpec, serialNumber } = twice;
    const edited = await save(
      'Tool',
      { ...taskSpec, installArguments: [] },
      { customDeploymentConfigUuid: id, serialNumber },
    );
    expect(edited.body.customDeploymentConfig).toMatchObject({ state: 'awaitsSignatures', signatures: [] });
    expect((await signSoftware(admin, adminKey, id)).body.customDeploymentConfig.release).toBe(2);
  });

  it('refuses a touch that a host would refuse, and keeps none of it', async () => {
    const twists: [string, Twist][] = [
      ['another origin', { origin: 'https://evil.example' }],
      ['another host', { rpId: 'evil.example' }],
      ['nobody verified', { isUserVerified: false }],
      ['another statement', { challenge: 'A'.repeat(43) }],
      ['another key', { isForeignKey: true }],
      ['a registration', { type: 'webauthn.create' }],
    ];
    const { customDeploymentConfigUuid: id } = await saved('Tool');
    for (const [name, twist] of twists)
      expect([name, (await signSoftware(admin, adminKey, id, { twist })).status]).toEqual([name, 400]);
    expect((await read(id)).signatures).toEqual([]);
    expect((await signSoftware(admin, adminKey, id)).status).toBe(200);
  });

  it('refuses the touch of somebody else, and one about what was changed meanwhile', async () => {
    const { customDeploymentConfigUuid: id } = await saved('Tool');
    expect((await signSoftware(admin, managerKey, id)).status).toBe(400);
    expect((await signSoftware(admin, adminKey, id, { statementHash: 'a'.repeat(64) })).status).toBe(409);
  });

  it('says what is missing, and makes no statement before', async () => {
    const { customDeploymentConfigUuid: id, missing, state } = await saved('Tool', { state: 'refused' });
    expect([state, missing]).toEqual(['draft', ['tool.msi was refused.']]);
    expect((await admin.call(customSoftware.prepare, { params: { id } })).status).toBe(400);
  });

  it('counts no more when others vouch, or after its time: it is signed anew', async () => {
    const { customDeploymentConfigUuid: id } = await saved('Tool');
    await signSoftware(admin, adminKey, id);
    await signSoftware(manager, managerKey, id);
    const then = app.clock.now;
    app.clock.now = new Date(then.getTime() + 366 * 86_400_000);
    expect((await known(id)).get(id)).toMatchObject({ state: 'expired', vouched: null });
    app.clock.now = then;
    await nameAll(admin, 1);
    for (const [by, key] of [
      [admin, adminKey],
      [manager, managerKey],
    ] as const) {
      const { challenge, statementHash } = (await by.call(approverKeys.toSign)).body;
      await by.call(approverKeys.sign, { body: { statementHash, passkey: touchOf(key, challenge) } });
    }
    expect((await known(id)).get(id)).toMatchObject({ state: 'approversChanged', vouched: null });
    expect(await read(id)).toMatchObject({ state: 'approversChanged', signatures: [] });
    expect((await signSoftware(admin, adminKey, id)).body.customDeploymentConfig).toMatchObject({
      state: 'vouched',
      release: 2,
    });
  });

  it('of what says not who made it takes two people, or the title from who is alone; a key in a file signs too', async () => {
    const doubtful = await saved('Tool', { signature: 'unsigned' });
    expect(doubtful.neededCount).toBe(2);
    const { privateKey } = generateKeyPairSync('ed25519');
    const { body } = await admin.call(approverKeys.read);
    const { userAccountUuid } = body.candidates.find(({ label }) => label === 'Blue key') ?? { userAccountUuid: '' };
    const fileKeys = [{ userAccountUuid, x: rawKey(privateKey) }];
    await admin.call(approverKeys.name, { body: { threshold: 1, keyIds: [], fileKeys } });
    const next = (await manager.call(approverKeys.toSign)).body;
    await manager.call(approverKeys.sign, {
      body: { statementHash: next.statementHash, passkey: touchOf(managerKey, next.challenge) },
    });
    const id = doubtful.customDeploymentConfigUuid;
    const { statement, statementHash, isTitleAsked } = (await admin.call(customSoftware.prepare, { params: { id } }))
      .body;
    expect(isTitleAsked).toBe(true);
    const sealed = (text: string) =>
      sealApprovals(customPackage.type, text, [signWithFile(customPackage.type, text, privateKey)]);
    const sign = (signed: string, title?: string) =>
      manager.call(customSoftware.sign, {
        params: { id },
        body: { statementHash, signed, ...(title !== undefined && { title }) },
      });
    expect((await sign(sealed(statement))).status).toBe(400);
    expect((await sign(sealed(`${statement} `), 'Tool')).status).toBe(400);
    expect((await sign('nonsense', 'Tool')).status).toBe(400);
    expect((await sign(sealed(statement), 'Tool')).body.customDeploymentConfig.state).toBe('vouched');
  });

  it('without approvers waits for them, and the signer names no others for a site', async () => {
    await forgetApprovers();
    const { missing, state } = await saved('Tool');
    expect([state, missing.length]).toEqual(['draft', 1]);
    expect((await nameAll(admin, 2)).status).toBe(409);
  });
});
