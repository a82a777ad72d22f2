import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
export interface KeyPair {
  kid: string;
  alg: string;
  privateKey: Key;
  jwk: JWK;
}

export const keyPair = async (kid: string, alg = 'RS256', more: Partial<JWK> = {}): Promise<KeyPair> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig', ...more } };
};

export const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

export const signed = (claims: unknown, { privateKey, alg, kid }: KeyPair, header: object = {}): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);

export const stopServer = (server: Server): Promise<void> =>
  new Promise((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

export interface CrookedProvider {
  issuer: string;
  /** What it publishes. */
  keys: JWK[];
  description: Record<string, unknown>;
  /** What the token endpoint answers to the next code. */
  answer: { status?: number; headers?: Record<string, string>; body: string };
  /** What the token endpoint was sent. */
  asked: URLSearchParams[];
  keyFetches: number;
  close(): Promise<void>;
}

/** An identity provider that says whatever a test makes it say. */
export const crookedProvider = async (keys: JWK[]): Promise<CrookedProvider> => {
  const serve = async (request: IncomingMessage, answer: ServerResponse): Promise<unknown> => {
    const path = request.url ?? '';
    const json = (value: unknown) => answer.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    if (path.endsWith('/openid-configuration')) return json(self.description);
    if (path.endsWith('/jwks')) {
      self.keyFetches += 1;
      return json({ keys: self.keys });
    }
    let body = '';
    for await (const part of request) body += String(part);
    self.asked.push(new URLSearchParams(body));
    return answer.writeHead(self.answer.status ?? 200, self.answer.headers).end(self.answer.body);
  };
  const server = createServer((request, answer) => void serve(request, answer));
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: CrookedProvider = {
    issuer,
    keys,
    description: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    },
    answer: { body: '{}' },
    asked: [],
    keyFetches: 0,
    close: () => stopServer(server),
  };
  return self;
};
