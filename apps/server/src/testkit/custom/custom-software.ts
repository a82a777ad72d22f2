import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { approverKeys, customSoftware } from '@patchkeep/contract/custom-software';
import { passkeys } from '@patchkeep/contract/passkeys';
import type pg from 'pg';
import type { TestClient } from '../app.ts';
import { byPassword } from '../factors/second-factor.ts';
import { type TestPasskey, testPasskey, type Twist } from '../factors/test-passkey.ts';
import { signingApp } from '../signed-packages.ts';

export const consoleOrigin = 'https://patchkeep.example';

/** An app with a signer and an address, where passkeys can be made. */
export const customApp = () => signingApp({ PATCHKEEP_PUBLIC_URL: consoleOrigin });

/** A passkey that somebody has added to their account. */
export const addedPasskey = async (client: TestClient, name = 'Key'): Promise<TestPasskey> => {
  const key = testPasskey(consoleOrigin);
  const { options } = (await client.call(passkeys.begin, { body: { proof: byPassword } })).body;
  const { status } = await client.call(passkeys.add, { body: { name, passkey: key.register(options) } });
  if (status !== 200) throw new Error(`The passkey was not added: ${status}`);
  return key;
};

/** What the body of a signature is: the touch alone. */
export const touchOf = (key: TestPasskey, challenge: string, twist: Twist = {}) => {
  const { id, response } = key.answer({ challenge }, twist);
  const { authenticatorData, clientDataJSON, signature } = response;
  return { id, response: { authenticatorData, clientDataJSON, signature } };
};

/** A file that came and was examined, as its row says; no bytes of it are anywhere. */
export const examinedFile = async (
  sql: pg.Pool,
  { customerId, siteId }: { customerId: string; siteId: string },
  filename: string,
  { state = 'clean', signature = 'signed' }: { state?: string; signature?: string } = {},
): Promise<string> => {
  const id = randomUUID();
  const sha256 = createHash('sha256').update(randomBytes(16)).digest();
  const facts = {
    kind: 'msi',
    architecture: 'x64',
    version: '1.0',
    product: 'Tool',
    company: 'Vendor',
    productCode: null,
  };
  await sql.query(
    `insert into site_resources (customer_id, site_id, resource_id, sha256, filename, size, created_by, created_at,
       category, content_type, state, cause, bytes_done, facts)
     values ($1, $2, $3, $4, $5, 100, $1, now(), 'installer', 'application/octet-stream', $6, null, 100, $7)`,
    [customerId, siteId, id, sha256, filename, state, { ...facts, signature, signedBy: null }],
  );
  return id;
};

/** Names who vouches, of all passkeys that could be named. */
export const nameAll = async (client: TestClient, threshold: number, more: object = {}) => {
  const { candidates } = (await client.call(approverKeys.read)).body;
  const keyIds = candidates.map(({ keyId }) => keyId);
  return client.call(approverKeys.name, { body: { threshold, keyIds, ...more } });
};

/** Signs software as it is now with the passkey of the caller. */
export const signSoftware = async (
  client: TestClient,
  key: TestPasskey,
  id: string,
  { twist = {}, ...more }: { twist?: Twist; title?: string; statementHash?: string } = {},
) => {
  const { challenge, statementHash } = (await client.call(customSoftware.prepare, { params: { id } })).body;
  const body = { statementHash, ...more, passkey: touchOf(key, challenge, twist) };
  return client.call(customSoftware.sign, { params: { id }, body });
};
