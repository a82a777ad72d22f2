import { factors } from '@patchkeep/contract/factors';
import { session } from '@patchkeep/contract/session';
import { Secret, TOTP } from 'otpauth';
import type { TestApp, TestClient } from '../app.ts';
import { clientHash } from '../world.ts';

export const byPassword = { passwordHash: clientHash, passwordHashVersion: 1 as const };

/** An authenticator app: the codes come from another implementation than the server's. */
export const authenticatorApp = (app: TestApp, secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return (afterSeconds = 0): string => totp.generate({ timestamp: app.clock.now.getTime() + afterSeconds * 1_000 });
};

/** Sets an authenticator app up and confirms it. The code of the present step is used up by it. */
export const setUpApp = async (app: TestApp, client: TestClient, name = 'Phone') => {
  const { body: begun } = await client.call(factors.setUp, { body: { name, proof: byPassword } });
  const code = authenticatorApp(app, begun.secret);
  const { body: confirmed } = await client.call(factors.confirm, {
    params: { id: begun.factorUuid },
    body: { code: code() },
  });
  return { factorUuid: begun.factorUuid, code, recoveryCodes: confirmed.recoveryCodes ?? [] };
};

/** A browser in which the password was right. */
export const afterPassword = async (app: TestApp, username: string): Promise<TestClient> => {
  const client = app.anonymous();
  await client.call(session.login, { body: { username, ...byPassword } });
  return client;
};
