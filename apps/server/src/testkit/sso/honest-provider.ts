import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedOutPath } from '@patchkeep/contract/session';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { stopServer } from './crooked-provider.ts';

export interface Person {
  email: string;
  name: string;
  groups: string[];
}

export interface HonestProvider {
  issuer: string;
  /** People by the name that they sign in with there. */
  people: Record<string, Person>;
  /** The client that it knows; until then it knows none. */
  register(client: { clientId: string; clientSecret: string; returnAddress: string }): void;
  close(): Promise<void>;
}

/** A real identity provider, on this machine: the package oidc-provider with its own pages. */
export const honestProvider = async (people: Record<string, Person>): Promise<HonestProvider> => {
  let handle: (request: IncomingMessage, answer: ServerResponse) => unknown = (_request, answer) =>
    answer.writeHead(404).end();
  const server = createServer((request, answer) => void handle(request, answer));
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'signing', alg: 'RS256', use: 'sig' };
  return {
    issuer,
    people,
    register({ clientId, clientSecret, returnAddress }) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [returnAddress],
            post_logout_redirect_uris: [new URL(signedOutPath, returnAddress).href],
            response_types: ['code'],
            grant_types: ['authorization_code'],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
        // Into the ID token, as most identity providers do.
        conformIdTokenClaims: false,
        jwks: { keys: [jwk] },
        cookies: { keys: ['a key that is only ever used in tests'] },
        findAccount: (_context, id) => {
          const person = people[id];
          return person && { accountId: id, claims: async () => ({ sub: id, email_verified: true, ...person }) };
        },
      });
      handle = provider.callback();
    },
    close: () => stopServer(server),
  };
};

/** A browser at the identity provider: signs in and agrees, and stops where it is sent back to the product. */
export const signInThere = async (address: string, login: string): Promise<URL> => {
  const jar = new Map<string, string>();
  let current = address;
  let form: URLSearchParams | undefined;
  for (let hop = 0; hop < 12; hop++) {
    const answer = await fetch(current, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    const page = await answer.text();
    if (location !== null) {
      const next = new URL(location, current);
      if (next.pathname.startsWith('/login/sso/')) return next;
      [current, form] = [next.href, undefined];
      continue;
    }
    const action = /action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined) throw new Error(`No form at ${current}: ${page.slice(0, 300)}`);
    current = new URL(action, current).href;
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
  }
  throw new Error('The identity provider sends the browser on and on');
};
