import { randomUUID, webcrypto } from 'node:crypto';
import { wire } from '@patchkeep/contract/constants';
import { type AnyEndpoint, type Answer, type Call, uiBase } from '@patchkeep/contract/endpoint';
import { stepUpCode } from '@patchkeep/contract/errors';
import { session } from '@patchkeep/contract/session';
import { stepUp } from '@patchkeep/contract/step-up';
import { clientPasswordHash } from '@patchkeep/rules/password';
import { demoAdmin, demoPassword } from '../apps/server/src/demo.ts';

export interface Administrator {
  /** Calls the console's own interface; throws at any answer but a good one. */
  call<E extends AnyEndpoint>(endpoint: E, given?: Partial<Call<E>>): Promise<Answer<E>>;
}

const encoder = new TextEncoder();
const environment = { subtle: webcrypto.subtle as never, encode: (text: string) => encoder.encode(text) };

const hashes = new Map<string, Promise<string>>();

/** What a browser would send for the demo's password. Computed once for each user: it takes 600,000 rounds. */
export const demoPasswordHash = (username: string): Promise<string> => {
  const hash = hashes.get(username) ?? clientPasswordHash(environment, username, demoPassword);
  hashes.set(username, hash);
  return hash;
};

const previewTokenIn = (text: string): string | undefined => {
  const { info } = JSON.parse(text) as { info?: { preview?: { previewToken?: string } } };
  return info?.preview?.previewToken;
};

/** An administrator of the demo over HTTP, without a browser: for journeys whose subject is elsewhere. */
export const signInAsAdministrator = async (url: string, username = demoAdmin): Promise<Administrator> => {
  const instanceId = randomUUID();
  const cookies = new Map<string, string>();
  let csrf = '';
  const passwordHash = await demoPasswordHash(username);
  const send = async <E extends AnyEndpoint>(
    endpoint: E,
    given: Partial<Call<E>>,
    previewToken?: string,
  ): Promise<Answer<E>> => {
    const { params, query, body } = given as unknown as {
      params?: Record<string, string>;
      query?: Record<string, string>;
      body?: object;
    };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
    const search = new URLSearchParams({ [wire.instanceParam]: instanceId, ...query });
    const answer = await fetch(`${url}${uiBase}${path}?${search.toString()}`, {
      method: endpoint.method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        [wire.csrfHeader]: csrf,
        origin: url,
        ...(previewToken !== undefined && { [wire.previewHeader]: previewToken }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    const text = await answer.text();
    // A wide act is answered with what it would do; whoever calls it from here has seen that.
    const shown = answer.status === 428 && previewToken === undefined ? previewTokenIn(text) : undefined;
    if (shown !== undefined) return send(endpoint, given, shown);
    // A run may take longer than a proof counts.
    if (answer.status === 403 && text.includes(`"code":${stepUpCode}`) && endpoint.path !== stepUp.prove.path) {
      await send(stepUp.prove, { body: { proof: { passwordHash, passwordHashVersion: 1 } } });
      return send(endpoint, given, previewToken);
    }
    if (!answer.ok) throw new Error(`${endpoint.method} ${path}: ${answer.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as Answer<typeof endpoint>;
  };
  const call: Administrator['call'] = (endpoint, given = {}) => send(endpoint, given);
  await call(session.login, { body: { username, passwordHash, passwordHashVersion: 1 } });
  ({ csrf } = await call(session.ehlo));
  return { call };
};
