import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { followApprovers, firstApproversWait, readPinned } from '@patchkeep/orders/custom/approvers';
import { readRoot } from '@patchkeep/orders/root';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from '../../../testkit/agent.ts';
import type { TestApp, TestClient } from '../../../testkit/app.ts';
import { addedPasskey, customApp, nameAll } from '../../../testkit/custom/custom-software.ts';
import type { RaisedSigner } from '../../../testkit/signed-packages.ts';

let app: TestApp;
let signer: RaisedSigner;
let postgres: pg.Pool;
let secret: string;
let siteUuid: string;
let admin: TestClient;
/** Enrolled before anybody was named. */
let host: TestAgent;

const enrolled = async () => {
  const agent = new TestAgent(app);
  const { body } = await agent.enrol(secret);
  return { agent, answer: body };
};

beforeAll(async () => {
  ({ app, signer } = await customApp());
  postgres = app.database.pool('postgres');
  admin = await app.signIn('admin');
  siteUuid = (await admin.ehlo()).body.currentSite?.siteAccountUuid ?? '';
  secret = (await admin.call(configuration.createInstallToken, { body: { name: 't', useCap: 9 } })).body.secret;
  await addedPasskey(admin);
  host = (await enrolled()).agent;
});
afterAll(() => app.close());

const remembered = async (agent = host): Promise<number | null> =>
  (await postgres.query('select approvers_version from hosts where host_id = $1', [agent.agentUuid])).rows[0]
    .approvers_version;
const believed = (texts: string[], isEnrolling = false) => {
  const trust = { site: siteUuid, root: readRoot(signer.root) };
  return followApprovers(texts, trust, app.clock.now.getTime(), isEnrolling);
};

describe('who vouches for custom software', () => {
  it('is nobody at first, and a host that says nothing is too old', async () => {
    expect(await remembered()).toBeNull();
    const { body } = await host.checkIn({ approversVersion: 0 });
    expect(body.approvers).toBeUndefined();
    expect(await remembered()).toBe(0);
    await host.checkIn();
    expect(await remembered()).toBeNull();
  });

  it('is told with check-ins, with work and at enrolment, so that hosts believe it by themselves', async () => {
    await nameAll(admin, 1);
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    const now = app.clock.now.getTime();
    const checkedIn = await host.checkIn({ approversVersion: 0 });
    const pinned = believed(checkedIn.body.approvers);
    expect(pinned && readPinned(pinned).version).toBe(1);
    // Whoever heard of it with a check-in waits from then on, and who enrols believes the date.
    expect(pinned?.startsAt).toBe(now + firstApproversWait);
    const { answer } = await enrolled();
    expect(believed(answer.approvers, true)?.startsAt).toBe(now - 60_000 + firstApproversWait);
    const asked = await host.send(host.sign(agentApi.work, { lineage: host.lineage, approversVersion: 0 }));
    expect(asked.body.approvers).toEqual(checkedIn.body.approvers);
    // Who knows them, or cannot understand them, is told nothing.
    expect((await host.checkIn({ approversVersion: 1 })).body.approvers).toBeUndefined();
    expect((await host.checkIn()).body.approvers).toBeUndefined();
  });

  it('is remembered as the host says it, and written only when it says something else', async () => {
    await host.checkIn({ approversVersion: 1 });
    const version = async () =>
      (await postgres.query('select xmin::text from hosts where host_id = $1', [host.agentUuid])).rows[0].xmin;
    const before = await version();
    for (let i = 0; i < 3; i++) await host.checkIn({ approversVersion: 1 });
    expect([await version(), await remembered()]).toEqual([before, 1]);
    // What fits no column must not fail the hosts that are written together with it.
    expect((await host.checkIn({ approversVersion: Number.MAX_SAFE_INTEGER })).status).toBe(200);
    expect(await remembered()).toBe(1_000_000);
  });
});
