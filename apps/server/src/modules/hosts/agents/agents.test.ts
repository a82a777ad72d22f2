import { randomBytes, randomUUID } from 'node:crypto';
import { makeIdentity } from '@patchkeep/agent-client/identity';
import { signedCall } from '@patchkeep/agent-client/signed-call';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { facts, TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';

let app: TestApp;
let manager: TestClient;
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
});
afterAll(() => app.close());

const makeToken = async (
  more: Partial<{ useCap: number; expiresInDays: number; groupUuid: string; tagUuids: string[] }> = {},
  client = manager,
) => {
  const { status, body } = await client.call(configuration.createInstallToken, {
    body: { name: 'Laptops', useCap: 1_000, ...more },
  });
  expect(status).toBe(200);
  return { secret: body.secret, id: body.installToken.installTokenUuid };
};
const later = (ms: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + ms);
};
const enrolled = async (secret?: string) => {
  const agent = new TestAgent(app);
  expect((await agent.enrol(secret ?? (await makeToken()).secret)).status).toBe(200);
  return agent;
};
const sql = async (text: string, values: unknown[] = []) =>
  (await app.database.pool('postgres').query(text, values)).rows;
const hostRow = async (agent: TestAgent) => (await sql('select * from hosts where host_id = $1', [agent.agentUuid]))[0];

describe('install tokens', () => {
  it('are shown once, kept as a hash, and listed without the secret [CONF-01] [CONF-02]', async () => {
    const { secret, id } = await makeToken();
    const listed = (await manager.call(configuration.read)).body.installTokens;
    expect(listed.find((token) => token.installTokenUuid === id)).toMatchObject({
      name: 'Laptops',
      usedCount: 0,
      isRevoked: false,
    });
    expect(JSON.stringify(listed)).not.toContain(secret);
    const kept = JSON.stringify(await sql('select * from install_tokens'));
    expect(kept).not.toContain(secret.split('.')[2]);
  });

  it('open their own site, as often and as long as they say, until revoked', async () => {
    const capped = await makeToken({ useCap: 1 });
    expect((await hostRow(await enrolled(capped.secret))).site_id).toBe(
      (await manager.ehlo()).body.currentSite?.siteAccountUuid,
    );
    const short = await makeToken({ expiresInDays: 1 });
    const revoked = await makeToken();
    expect((await manager.call(configuration.revokeInstallToken, { params: { id: revoked.id } })).status).toBe(200);
    const before = (await sql('select count(*)::int as n from hosts'))[0].n;
    const bad = [
      capped.secret,
      revoked.secret,
      'pki.x',
      `pki.${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('base64url')}`,
    ];
    for (const token of bad) expect((await new TestAgent(app).enrol(token)).status).toBe(403);
    later(25 * 3_600_000);
    expect((await new TestAgent(app).enrol(short.secret)).status).toBe(403);
    expect((await sql('select count(*)::int as n from hosts'))[0].n).toBe(before);
    manager = await app.signIn('manager');
  });

  it('tell nobody again who he is once they have expired', async () => {
    const { secret } = await makeToken({ useCap: 1, expiresInDays: 1 });
    const agent = await enrolled(secret);
    later(61_000);
    // Its answer may have been lost: as long as the token is good it is told again, though it is used up.
    expect((await agent.enrol(secret)).status).toBe(200);
    later(25 * 3_600_000);
    expect((await agent.enrol(secret)).status).toBe(403);
    manager = await app.signIn('manager');
  });

  it('take only groups and tags of their own site', async () => {
    for (const more of [{ groupUuid: randomUUID() }, { tagUuids: [randomUUID()] }])
      expect(
        (await manager.call(configuration.createInstallToken, { body: { name: 'x', useCap: 1, ...more } })).status,
      ).toBe(404);
  });
});

describe('enrolment', () => {
  it('makes a host with what the agent says of itself, and writes it into the log', async () => {
    const agent = new TestAgent(app);
    agent.facts = facts({ hostName: 'LT-CPH-\u00070412', users: ['ana', 'bo'] });
    const { body } = await agent.enrol((await makeToken()).secret);
    expect(body).toMatchObject({ state: 'active', nextInSeconds: 1, serverTime: app.clock.now.toISOString() });
    expect(await hostRow(agent)).toMatchObject({
      host_name: 'LT-CPH-0412',
      users: ['ana', 'bo'],
      os_name: 'Windows 11 24H2',
      agent_version: '0.1.0',
    });
    const [act] = await sql(`select verb from audit_entries where object_id = $1`, [agent.agentUuid]);
    expect(act).toEqual({ verb: 'host.enrol' });
  });

  it('never replaces an identity: hardware that is known waits, and the old key stays', async () => {
    const original = await enrolled();
    const key = (await hostRow(original)).public_key;
    for (let i = 0; i < 5; i++) {
      later(61_000);
      const claim = new TestAgent(app);
      claim.hardwareId = original.hardwareId;
      const { body } = await claim.enrol((await makeToken()).secret);
      expect(body.state).toBe('pending');
      expect((await claim.checkIn()).status).toBe(200);
      claim.software = [];
      expect((await claim.upload()).status).toBe(403);
    }
    expect((await hostRow(original)).public_key).toEqual(key);
    expect((await original.checkIn()).status).toBe(200);
  });

  it('is asked for once a minute per hardware at most', async () => {
    const { secret } = await makeToken();
    const agent = await enrolled(secret);
    const again = new TestAgent(app);
    again.hardwareId = agent.hardwareId;
    expect((await again.enrol(secret)).status).toBe(429);
  });

  it('needs the key it presents', async () => {
    const { secret } = await makeToken();
    const agent = new TestAgent(app);
    const body = { token: secret, publicKey: makeIdentity().publicKey, hardwareId: 'x', facts: facts() };
    expect((await agent.send(agent.sign(agentApi.enrol, body))).status).toBe(401);
  });
});

describe('signed calls', () => {
  it('are refused when anything about them is off, and tell the server’s time', async () => {
    const agent = await enrolled();
    const good = agent.checkInCall();
    const other = new TestAgent(app);
    const changed = [
      { ...good, headers: { ...good.headers, signature: '' } },
      { ...good, headers: { ...good.headers, 'content-digest': 'sha-256=:AAAA:' } },
      { ...good, body: Buffer.from(good.body.toString().replace('"inspectedRevision":0', '"inspectedRevision":9')) },
      { ...good, path: `${good.path}?x=1` },
      { ...good, path: good.path.replace('check-in', 'inventory') },
      signedCall(other.identity, agent.keyId, agentApi.checkIn, JSON.parse(good.body.toString()), app.clock.now),
      signedCall(
        agent.identity,
        agent.keyId.replace(/^[^/]+/, randomUUID()),
        agentApi.checkIn,
        JSON.parse(good.body.toString()),
        app.clock.now,
      ),
      signedCall(
        agent.identity,
        agent.keyId,
        agentApi.checkIn,
        JSON.parse(good.body.toString()),
        new Date(app.clock.now.getTime() - 601_000),
      ),
      signedCall(
        agent.identity,
        agent.keyId,
        agentApi.checkIn,
        JSON.parse(good.body.toString()),
        new Date(app.clock.now.getTime() + 601_000),
      ),
    ];
    for (const call of changed) {
      const { status, body } = await agent.send(call);
      expect(status).toBe(401);
      expect(body.info.serverTime).toBe(app.clock.now.toISOString());
    }
    expect((await agent.send(good)).status).toBe(200);
  });

  it('survive no mutation: 2,000 changed bytes in headers and body, none accepted', async () => {
    const agent = await enrolled();
    const names = ['signature', 'signature-input', 'content-digest'] as const;
    let accepted = 0;
    for (let i = 0; i < 2_000; i++) {
      const call = agent.checkInCall();
      const which = i % 4;
      if (which === 3) {
        const at = i % call.body.length;
        call.body[at] = (call.body[at] ?? 0) ^ (1 << (i % 7));
      } else {
        const name = names[which] ?? 'signature';
        const text = call.headers[name] ?? '';
        const at = (i * 7) % text.length;
        const swapped = text[at] === 'A' ? 'B' : 'A';
        call.headers[name] = text.slice(0, at) + swapped + text.slice(at + 1);
      }
      if ((await agent.send(call)).status === 200) accepted += 1;
    }
    expect(accepted).toBe(0);
  });

  it('are bounded', async () => {
    const agent = await enrolled();
    const big = agent.checkInCall({ lineage: 'x'.repeat(20_000) });
    expect(
      (await agent.send({ ...big, headers: { ...big.headers, 'content-encoding': 'identity' } })).status,
    ).toBeGreaterThanOrEqual(400);
    const bomb = signedCall(
      agent.identity,
      agent.keyId,
      agentApi.checkIn,
      { lineage: 'y'.repeat(1_000_000) } as never,
      app.clock.now,
    );
    expect((await agent.send(bomb)).status).toBe(400);
  });
});

describe('check-in', () => {
  it('answers with its own place in the interval, the schedule once, and no more', async () => {
    const agent = await enrolled();
    const { body } = await agent.checkIn({ scheduleRevision: 7 });
    expect(body).toMatchObject({
      isInventoryWanted: false,
      inspectRevision: 1,
      schedule: { daysOfWeek: 127, hour: 13, minute: 55 },
      scheduleRevision: 0,
    });
    expect(body.nextInSeconds).toBeLessThanOrEqual(330);
    const again = await agent.checkIn({ scheduleRevision: 0 });
    expect(again.body.schedule).toBeUndefined();
    expect(JSON.stringify(again.body).length).toBeLessThan(250);
  });

  it('writes no host or inventory row when nothing changed', async () => {
    const agent = await enrolled();
    await agent.checkIn();
    const rows = async () =>
      sql(
        `select xmin::text, ctid::text from hosts union all select xmin::text, ctid::text from host_inventories order by 1, 2`,
      );
    const before = await rows();
    for (let i = 0; i < 20; i++) expect((await agent.checkIn()).status).toBe(200);
    expect(await rows()).toEqual(before);
  });

  it('notices a copied identity within two calls, quarantines and shows it', async () => {
    const original = await enrolled();
    await original.checkIn();
    const copied = new TestAgent(app, original.identity);
    Object.assign(copied, {
      agentUuid: original.agentUuid,
      keyId: original.keyId,
      customerUuid: original.customerUuid,
      lineage: original.lineage,
    });
    const statuses = [];
    for (const each of [copied, original, copied, original]) statuses.push((await each.checkIn()).status);
    expect(statuses).toContain(403);
    expect((await hostRow(original)).quarantined_at).not.toBeNull();
    for (const each of [copied, original]) expect((await each.checkIn()).status).toBe(403);
    const [act] = await sql(`select verb from audit_entries where object_id = $1 and verb like '%quarantine'`, [
      original.agentUuid,
    ]);
    expect(act).toEqual({ verb: 'host.quarantine' });
  });

  it('does not take a host for a copy of itself because it reaches two processes and loses an answer', async () => {
    const agent = await enrolled();
    const other = await testApp({ database: app.database });
    try {
      const atOther = Object.assign(new TestAgent(other, agent.identity), {
        agentUuid: agent.agentUuid,
        keyId: agent.keyId,
        customerUuid: agent.customerUuid,
      });
      /** Sends the host's token to the other process; if the answer is lost the host keeps its old token. */
      const callOther = async (isAnswerLost = false) => {
        other.clock.now = app.clock.now;
        atOther.lineage = agent.lineage;
        expect((await atOther.checkIn()).status).toBe(200);
        if (!isAnswerLost) agent.lineage = atOther.lineage;
      };
      for (let i = 0; i < 3; i++) {
        expect((await agent.checkIn()).status).toBe(200);
        await callOther(true);
        expect((await agent.checkIn()).status).toBe(200);
        await callOther();
      }
      expect((await hostRow(agent)).quarantined_at).toBeNull();
    } finally {
      await other.close();
    }
  });

  it('does not take a host for a copy of itself because a call a call of its own comes late', async () => {
    const agent = await enrolled();
    await agent.checkIn();
    const late = agent.checkInCall();
    later(2_000);
    for (let i = 0; i < 3; i++) expect((await agent.checkIn()).status).toBe(200);
    const { lineage } = agent;
    expect((await agent.send(late)).status).toBe(503);
    expect(agent.lineage).toBe(lineage);
    // One call late, its token would still be accepted, and would make the host's own token invalid.
    const abandoned = agent.checkInCall();
    later(2_000);
    await agent.checkIn();
    expect((await agent.send(abandoned)).status).toBe(503);
    expect((await agent.checkIn()).status).toBe(200);
    expect((await hostRow(agent)).quarantined_at).toBeNull();
  });

  it('accepts no captured call a second time once the line has moved on', async () => {
    const agent = await enrolled();
    const captured = agent.checkInCall();
    for (let i = 0; i < 3; i++) await agent.checkIn();
    expect((await agent.send(captured)).status).toBe(403);
  });

  it('remembers when it was last heard of, in bulk', async () => {
    const agent = await enrolled();
    await agent.checkIn();
    await app.app.close();
    const [row] = await sql(`select seen_minutes from host_presence where bucket = 0 and customer_id = $1`, [
      agent.customerUuid,
    ]);
    expect(Math.max(...row.seen_minutes)).toBe(Math.floor((app.clock.now.getTime() - Date.UTC(2020, 0, 1)) / 60_000));
  });
});
