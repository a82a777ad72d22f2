import { sign } from 'node:crypto';
import { openSession, type Session } from '@patchkeep/agent-client/session-key';
import { signedCall } from '@patchkeep/agent-client/signed-call';
import { agentApi } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { hosts } from '@patchkeep/contract/hosts';
import { offerText, sessionHeader, writeOffer } from '@patchkeep/rules/session-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy, TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp } from '../../../testkit/app.ts';

let app: TestApp;
let token: string;
let manager: Awaited<ReturnType<TestApp['signIn']>>;
beforeAll(async () => {
  app = await testApp();
  manager = await app.signIn('manager');
  token = (await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 1_000 } })).body.secret;
});
afterAll(() => app.close());

/** An enrolled agent that was told the server's key. */
const enrolled = async () => {
  const agent = new TestAgent(app);
  await agent.enrol(token);
  const { serverKey } = (await agent.checkIn()).body as { serverKey: string };
  return { agent, serverKey };
};
const open = (agent: TestAgent, serverKey: string, at = app.clock.now) =>
  openSession(agent.identity, agent.keyId, serverKey, at);
const checkIn = (agent: TestAgent, session: Session | undefined) => {
  const body = JSON.parse(agent.checkInCall().body.toString());
  return signedCall(agent.identity, agent.keyId, agentApi.checkIn, body, app.clock.now, session);
};

describe('a session', () => {
  it('lets check-ins be signed by its key, and the server says its own only to those without one', async () => {
    const { agent, serverKey } = await enrolled();
    const session = open(agent, serverKey);
    for (let i = 0; i < 3; i++) {
      const { status, body } = await agent.send(checkIn(agent, session));
      expect(status).toBe(200);
      expect(body.serverKey).toBeUndefined();
    }
    expect((await agent.checkIn()).body.serverKey).toBe(serverKey);
  });

  it('is believed by a process that never saw it before', async () => {
    const { agent, serverKey } = await enrolled();
    const session = open(agent, serverKey);
    expect((await agent.send(checkIn(agent, session))).status).toBe(200);
    const other = await testApp({ database: app.database });
    const { method, path, headers, body } = checkIn(agent, session);
    const answer = await other.app.inject({ method, url: path, headers, payload: body });
    expect(answer.statusCode).toBe(200);
    await other.close();
  });

  it('speaks for nobody else, not after its end, and not for what needs the own key of the host', async () => {
    const { agent, serverKey } = await enrolled();
    const { agent: other } = await enrolled();
    const session = open(agent, serverKey);
    const forged = open(other, serverKey);
    const wrong: [string, ReturnType<typeof checkIn>][] = [
      ['a session vouched for by another host', checkIn(agent, forged)],
      ['a secret that is not the offer’s', checkIn(agent, { ...session, secret: forged.secret })],
      ['an offer for another server', checkIn(agent, open(agent, forged.header.slice(0, 43)))],
      [
        'a session that is over',
        checkIn(agent, open(agent, serverKey, new Date(app.clock.now.getTime() - 90_000_000))),
      ],
      [
        'a session that never ends',
        checkIn(agent, open(agent, serverKey, new Date(app.clock.now.getTime() + 90_000_000))),
      ],
      ['a weak key', checkIn(agent, weakSession(agent, serverKey))],
      ['no offer', without(checkIn(agent, session), sessionHeader)],
      [
        'a cut offer',
        { ...checkIn(agent, session), headers: { ...checkIn(agent, session).headers, [sessionHeader]: 'x' } },
      ],
    ];
    const accepted = [];
    for (const [why, call] of wrong) if ((await agent.send(call)).status !== 401) accepted.push(why);
    expect(accepted).toEqual([]);
    agent.software = [copy('Anything', '1')];
    const upload = signedCall(
      agent.identity,
      agent.keyId,
      agentApi.inventory,
      {
        lineage: agent.lineage,
        hash: '0'.repeat(64),
        takenAt: app.clock.now.toISOString(),
        inspectedRevision: 1,
        facts: agent.facts,
        software: [],
      },
      app.clock.now,
      session,
    );
    expect((await agent.send(upload)).status).toBe(401);
    expect((await agent.send(checkIn(agent, session))).status).toBe(200);
  });

  it('ends with its host: in the trash at once, gone for good when the trash is emptied', async () => {
    const { agent, serverKey } = await enrolled();
    const session = open(agent, serverKey);
    expect((await agent.send(checkIn(agent, session))).status).toBe(200);
    await manager.call(hosts.trash, { body: { agents: [agent.agentUuid] } });
    await expect.poll(async () => (await agent.send(checkIn(agent, session))).status).toBe(403);
    await manager.call(hosts.emptyTrash, { body: { expectedCount: 1 } });
    await expect.poll(async () => (await agent.send(checkIn(agent, session))).status).toBe(401);
  });
});

const without = ({ headers, ...call }: ReturnType<typeof checkIn>, name: string) => ({
  ...call,
  headers: Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name)),
});

/** A session whose key is all zeros, properly vouched for: nothing secret can come of it. */
const weakSession = (agent: TestAgent, serverKey: string): Session => {
  const expires = Math.floor(app.clock.now.getTime() / 1_000) + 3_600;
  const offer = { sessionKey: Buffer.alloc(32).toString('base64url'), expires };
  const signature = sign(null, Buffer.from(offerText(agent.keyId, serverKey, offer)), agent.identity.privateKey);
  return { header: writeOffer(offer, signature.toString('base64url')), secret: Buffer.alloc(32), expires };
};
