import { beforeAll, describe, expect, it } from 'vitest';
import { keyPair, type KeyPair, signed } from '../../../testkit/sso/crooked-provider.ts';
import { tokenAttacks, weakJwk } from '../../../testkit/sso/token-attacks.ts';
import { readIdToken } from './id-token.service.ts';

let [key, foreign, second, encrypting, curve]: KeyPair[] = [];
beforeAll(async () => {
  [key, foreign, second] = [await keyPair('k1'), await keyPair('k9'), await keyPair('k2')];
  [encrypting, curve] = [await keyPair('encrypting', 'RS256', { use: 'enc' }), await keyPair('curve', 'ES256')];
});
const now = new Date('2026-11-15T09:00:00Z');
const seconds = now.getTime() / 1_000;
const expected = {
  issuer: 'https://login.contoso.example',
  clientId: 'patchkeep',
  nonce: 'n',
  groupsClaim: 'groups',
  isProof: false,
  begun: now,
  now,
};
const claims = { iss: expected.issuer, sub: 's', aud: 'patchkeep', nonce: 'n', iat: seconds, exp: seconds + 60 };

describe('an ID token', () => {
  it.each(Object.entries(tokenAttacks))('is not believed: %s', async (_title, [refusal, forge]) => {
    const pairs = [key, foreign, second, encrypting, curve] as KeyPair[];
    const [right, wrong] = pairs as [KeyPair, KeyPair];
    const keys = [...pairs.filter((pair) => pair !== wrong).map(({ jwk }) => jwk), weakJwk];
    const forged = await forge({ claims, key: right, foreign: wrong, clientSecret: 'x', formerNonce: 'former' });
    expect(await readIdToken(forged, keys, expected)).toMatchObject({ refusal });
    expect(await readIdToken(await signed(claims, right), keys, expected)).toMatchObject({ facts: { subject: 's' } });
  });

  it('may be a minute off, and says how far it is off when that is more', async () => {
    const read = async (change: object) =>
      readIdToken(await signed({ ...claims, ...change }, key as KeyPair), [(key as KeyPair).jwk], expected);
    for (const change of [{ iat: seconds + 60 }, { iat: seconds - 60 }, { exp: seconds - 59 }, { nbf: seconds + 60 }])
      expect(await read(change)).toHaveProperty('facts');
    expect(await read({ iat: seconds + 300 })).toEqual({ refusal: 'clock', minutesOff: 5 });
  });

  it('opens nothing after any of 10,000 changes, and the unaltered one does', async () => {
    const pairs = [
      key as KeyPair,
      await keyPair('e', 'ES256'),
      await keyPair('d', 'EdDSA'),
      await keyPair('p', 'PS256'),
    ];
    const keys = pairs.map(({ jwk }) => jwk);
    // A generator of its own, so that a failure can be repeated.
    let seed = 20_261_118;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (seed >> 8) % below;
    };
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=';
    let opened = 0;
    for (const pair of pairs) {
      const honest = await signed(claims, pair);
      expect(await readIdToken(honest, keys, expected)).toMatchObject({ facts: { subject: 's' } });
      const bytesOf = (token: string) =>
        token
          .split('.')
          .map((part) => Buffer.from(part, 'base64url').toString('hex'))
          .join();
      for (let i = 0; i < 2_500; i++) {
        let changed = honest;
        for (let left = 1 + random(3); left > 0; left--) {
          const at = random(changed.length);
          const letter = alphabet[random(alphabet.length)] ?? '';
          const kind = random(4);
          if (kind === 0) changed = changed.slice(0, at) + letter + changed.slice(at + 1);
          else if (kind === 1) changed = changed.slice(0, at) + changed.slice(at + 1 + random(8));
          else if (kind === 2) changed = changed.slice(0, at) + letter + changed.slice(at);
          else changed = changed.slice(0, at) + changed.slice(random(changed.length));
        }
        // The last letter of a part can have bits that stand for nothing: the same bytes are the same token.
        if (bytesOf(changed) === bytesOf(honest)) continue;
        if ('facts' in (await readIdToken(changed, keys, expected))) opened += 1;
      }
    }
    expect(opened).toBe(0);
  });
});
