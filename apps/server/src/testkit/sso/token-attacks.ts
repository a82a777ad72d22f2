import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { exportSPKI, importJWK } from 'jose';
import { encoded, type KeyPair, signed } from './crooked-provider.ts';
import type { Claims } from './sso-world.ts';

export interface Forge {
  /** What an honest identity provider would say. */
  claims: Claims;
  /** Its key, and one that it does not publish. */
  key: KeyPair;
  foreign: KeyPair;
  clientSecret: string;
  formerNonce: string;
}
type Forged = (forge: Forge) => Promise<string> | string;

/** A token with other claims, signed by the right key. */
const saying =
  (change: Claims, ...without: string[]): Forged =>
  ({ claims, key }) =>
    signed(
      Object.fromEntries(Object.entries({ ...claims, ...change }).filter(([name]) => !without.includes(name))),
      key,
    );
const later =
  (name: string, seconds: number): Forged =>
  (forge) =>
    saying({ [name]: Number(forge.claims['iat']) + seconds })(forge);
const hmacBy =
  (secretOf: (forge: Forge) => Promise<string> | string): Forged =>
  async (forge) => {
    const text = `${encoded({ alg: 'HS256', kid: forge.key.kid })}.${encoded(forge.claims)}`;
    return `${text}.${createHmac('sha256', await secretOf(forge))
      .update(text)
      .digest('base64url')}`;
  };
const unsigned =
  (alg: string): Forged =>
  ({ claims, key }) =>
    `${encoded({ alg, kid: key.kid })}.${encoded(claims)}.`;
const pemOf = async ({ key }: Forge): Promise<string> => {
  const imported = await importJWK({ ...key.jwk, ext: true }, 'RS256');
  return imported instanceof Uint8Array ? '' : exportSPKI(imported);
};
/** Parts of an honest token, for those who cut it up. */
const partsOf = async ({ claims, key }: Forge): Promise<[string, string, string]> =>
  (await signed(claims, key)).split('.') as [string, string, string];
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });

/** Tokens that open nothing, each with why. */
export const tokenAttacks: Record<string, [reason: string, Forged]> = {
  'no signature': ['algorithm', unsigned('none')],
  'no signature, in capitals': ['algorithm', unsigned('NONE')],
  'no signature, in both': ['algorithm', unsigned('nOnE')],
  'an empty algorithm': ['algorithm', unsigned('')],
  'an HMAC by the text of the public key': ['algorithm', hmacBy(pemOf)],
  'an HMAC by the published key': ['algorithm', hmacBy(({ key }) => JSON.stringify(key.jwk))],
  'an HMAC by the modulus': ['algorithm', hmacBy(({ key }) => String(key.jwk.n))],
  'an HMAC by the client secret': ['algorithm', hmacBy(({ clientSecret }) => clientSecret)],
  'an HMAC by nothing': ['algorithm', hmacBy(() => '')],
  'an algorithm outside of the list': [
    'algorithm',
    async ({ claims, key }) => {
      const [, , signature] = await partsOf({ claims, key } as Forge);
      return `${encoded({ alg: 'RS512', kid: key.kid })}.${encoded(claims)}.${signature}`;
    },
  ],
  'SHA-1': ['algorithm', ({ claims, key }) => `${encoded({ alg: 'RS1', kid: key.kid })}.${encoded(claims)}.AAAA`],
  'a key that nobody published, under the name of the right one': [
    'signature',
    ({ claims, key, foreign }) => signed(claims, { ...foreign, kid: key.kid }),
  ],
  'a key that nobody published': ['unknownKey', ({ claims, foreign }) => signed(claims, foreign)],
  'no name of a key where there are several': [
    'unknownKey',
    ({ claims, key }) => signed(claims, key, { kid: undefined }),
  ],
  'a name of a key with a path': ['unknownKey', ({ claims, key }) => signed(claims, key, { kid: '../../k1' })],
  'a name of a key with SQL': ['unknownKey', ({ claims, key }) => signed(claims, key, { kid: "k1' or '1'='1" })],
  'a key in the token itself': ['unknownKey', ({ claims, foreign }) => signed(claims, foreign, { jwk: foreign.jwk })],
  'a key in the token under the name of the right one': [
    'signature',
    ({ claims, key, foreign }) => signed(claims, { ...foreign, kid: key.kid }, { jwk: foreign.jwk }),
  ],
  'an address of keys in the token': [
    'signature',
    ({ claims, key, foreign }) => signed(claims, { ...foreign, kid: key.kid }, { jku: 'http://127.0.0.1:1/jwks' }),
  ],
  'a certificate in the token': [
    'signature',
    ({ claims, key, foreign }) =>
      signed(claims, { ...foreign, kid: key.kid }, { x5c: ['AAAA'], x5u: 'http://127.0.0.1:1/' }),
  ],
  'a key for encryption': ['unknownKey', ({ claims, key }) => signed(claims, key, { kid: 'encrypting' })],
  'a key of another kind': ['unknownKey', ({ claims, key }) => signed(claims, key, { kid: 'curve' })],
  'a key that is too short': [
    'signature',
    ({ claims }) => {
      const text = `${encoded({ alg: 'RS256', kid: 'weak' })}.${encoded(claims)}`;
      return `${text}.${sign('sha256', Buffer.from(text), weak.privateKey).toString('base64url')}`;
    },
  ],
  'an extension that must be understood': [
    'extension',
    async ({ claims, key }) => {
      const text = `${encoded({ alg: 'RS256', kid: key.kid, crit: ['x'], x: 1 })}.${encoded(claims)}`;
      return `${text}.AAAA`;
    },
  ],
  'the signature cut off': ['signature', async (forge) => (await partsOf(forge)).slice(0, 2).join('.') + '.'],
  'half a signature': [
    'signature',
    async (forge) => {
      const [head, body, signature] = await partsOf(forge);
      return `${head}.${body}.${signature.slice(0, 100)}`;
    },
  ],
  'other claims under an honest signature': [
    'signature',
    async (forge) => {
      const [head, , signature] = await partsOf(forge);
      return `${head}.${encoded({ ...forge.claims, sub: 'somebody else' })}.${signature}`;
    },
  ],
  'another header over an honest signature': [
    'signature',
    async (forge) => {
      const [, body, signature] = await partsOf(forge);
      return `${encoded({ alg: 'RS256', kid: forge.key.kid, typ: 'x' })}.${body}.${signature}`;
    },
  ],
  'two parts': ['malformed', async (forge) => (await partsOf(forge)).slice(0, 2).join('.')],
  'five parts, as if encrypted': ['signature', async (forge) => `${(await partsOf(forge)).join('.')}.AAAA.AAAA`],
  'no token at all': ['malformed', () => 'x'],
  'a list instead of claims': ['malformed', ({ claims, key }) => signed([claims], key)],
  'a text instead of claims': ['malformed', ({ key }) => signed('sub', key)],
  'another issuer': ['issuer', saying({ iss: 'https://login.example' })],
  'the issuer with a slash': ['issuer', (forge) => saying({ iss: `${String(forge.claims['iss'])}/` })(forge)],
  'the issuer in capitals': ['issuer', (forge) => saying({ iss: String(forge.claims['iss']).toUpperCase() })(forge)],
  'a list of issuers': ['issuer', (forge) => saying({ iss: [forge.claims['iss']] })(forge)],
  'no issuer': ['issuer', saying({}, 'iss')],
  'another audience': ['audience', saying({ aud: 'another client' })],
  'an audience that contains ours': ['audience', saying({ aud: 'patchkeep2' })],
  'a list of audiences without ours': ['audience', saying({ aud: ['a', 'b'] })],
  'no audience': ['audience', saying({}, 'aud')],
  'several audiences and nobody who asked': ['authorizedParty', saying({ aud: ['patchkeep', 'another client'] })],
  'several audiences, asked for by another': ['authorizedParty', saying({ aud: ['patchkeep', 'b'], azp: 'b' })],
  'our audience, asked for by another': ['authorizedParty', saying({ azp: 'another client' })],
  'another nonce': ['nonce', saying({ nonce: 'x'.repeat(43) })],
  'no nonce': ['nonce', saying({}, 'nonce')],
  'an empty nonce': ['nonce', saying({ nonce: '' })],
  'a list of nonces': ['nonce', (forge) => saying({ nonce: [forge.claims['nonce']] })(forge)],
  'the nonce of an earlier sign-in': ['nonce', (forge) => saying({ nonce: forge.formerNonce })(forge)],
  expired: ['expired', later('exp', -61)],
  'no end': ['malformed', saying({}, 'exp')],
  'an end as a text': ['malformed', saying({ exp: '9999999999' })],
  'no time of issue': ['malformed', saying({}, 'iat')],
  'issued in the future': ['clock', later('iat', 62)],
  'good from a time in the future on': ['clock', later('nbf', 3_600)],
  'issued before the browser was sent': ['old', later('iat', -120)],
  'no subject': ['subject', saying({}, 'sub')],
  'an empty subject': ['subject', saying({ sub: '' })],
  'a subject that is a number': ['subject', saying({ sub: 7 })],
  'a subject without end': ['subject', saying({ sub: 'x'.repeat(257) })],
  'a subject with a line break': ['subject', saying({ sub: 'a\nb' })],
};
export const weakJwk = { ...weak.publicKey.export({ format: 'jwk' }), kid: 'weak', alg: 'RS256', use: 'sig' };
