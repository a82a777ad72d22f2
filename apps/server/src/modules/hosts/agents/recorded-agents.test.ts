import { createHash, verify } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import { agentBase, allAgentEndpoints } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { contentDigestHeader, readSignature, signatureBase } from '@patchkeep/rules/message-signature';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp } from '../../../testkit/app.ts';
import { publicKeyOf } from './agents.service.ts';

interface Recorded {
  agent: string;
  messages: {
    call: string;
    headers: Record<string, string>;
    // oxlint-disable-next-line typescript/no-explicit-any -- messages of every shape
    body: any;
    answer: object;
  }[];
}

const folder = join(import.meta.dirname, '../../../../../../packages/contract/src/agent/recorded');
const releases = globSync('*.json', { cwd: folder }).map(
  (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recorded,
);

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  const manager = await app.signIn('manager');
  token = (await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 100 } })).body.secret;
});
afterAll(() => app?.close());

/** The names of an answer and the kinds of what they hold, without the values. */
const shapeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]))
    : typeof value;

describe.each(releases)('an agent of release $agent', ({ messages }) => {
  it('signs in a way that is still read, and comes to the same inventory hash', () => {
    const publicKey = messages.find(({ call }) => call === 'enrol')?.body.publicKey;
    const key = publicKeyOf(Buffer.from(publicKey, 'base64url'));
    const own = messages.filter(({ headers }) => !('patchkeep-session' in headers));
    const signed = own.map(({ call, headers, body }) => {
      const contentDigest = contentDigestHeader(createHash('sha256').update(JSON.stringify(body)).digest('base64'));
      const read = readSignature(headers['signature-input'], headers['signature']);
      if (!read || contentDigest !== headers['content-digest']) return false;
      const parts = { method: 'POST', path: `${agentBase}/${call}`, query: '?', contentDigest };
      const base = Buffer.from(signatureBase(parts, read.parameters));
      return verify(null, base, key, Buffer.from(read.signatureBase64, 'base64'));
    });
    expect(signed).toEqual(own.map(() => true));
    const { body } = messages.find(({ call }) => call === 'inventory') ?? {};
    expect(inventoryHash(body.software)).toBe(body.hash);
  });

  it('is answered with everything it was answered before', async () => {
    const agent = new TestAgent(app);
    const { publicKey } = agent.identity;
    const shapes: unknown[] = [];
    for (const { call, body } of messages) {
      const endpoint = allAgentEndpoints.find(({ path }) => path === `/${call}`);
      if (!endpoint) throw new Error(`There is no call ${call} any more`);
      const now = call === 'enrol' ? { ...body, token, publicKey } : { ...body, lineage: agent.lineage };
      const answer = await agent.send(agent.sign(endpoint, now));
      if (call === 'enrol') agent.keyId = answer.body.keyId;
      shapes.push({ status: answer.status, ...(shapeOf(answer.body) as object) });
    }
    expect(shapes).toMatchObject(messages.map(({ answer }) => ({ status: 200, ...(shapeOf(answer) as object) })));
  });
});
