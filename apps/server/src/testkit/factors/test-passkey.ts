import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer, PasskeyRegistration } from '@patchkeep/contract/webauthn';

/** What of the ceremony is other than a good device and browser would have it. */
export interface Twist {
  origin?: string;
  rpId?: string;
  type?: string;
  isUserVerified?: boolean;
  isUserPresent?: boolean;
  isBackupEligible?: boolean;
  counter?: number;
  challenge?: string;
  userHandle?: string;
  credentialId?: string;
  /** Signs with a key that is not the one of the passkey. */
  isForeignKey?: boolean;
  isDiscoverable?: boolean;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');

/** The few shapes of CBOR that a passkey needs: small numbers, texts, bytes and maps. */
const cbor = (value: number | string | Buffer | Map<number | string, unknown>): Buffer => {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.of((major << 5) | n);
    return n < 256 ? Buffer.of((major << 5) | 24, n) : Buffer.of((major << 5) | 25, n >> 8, n & 255);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each as never)])]);
};

const flags = { present: 1, verified: 4, backupEligible: 8, attested: 64 };

/** A passkey with a key of its own, which makes real signatures; and the browser around it. */
export const testPasskey = (origin: string) => {
  const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [own, foreign] = [newKey(), newKey()];
  const credentialId = randomBytes(32);
  let userHandle = '';
  let counter = 0;

  const authenticatorData = (twist: Twist, attested: Buffer = Buffer.alloc(0)): Buffer => {
    const { rpId = new URL(origin).hostname, isUserVerified = true, isUserPresent = true } = twist;
    const bits =
      (isUserPresent ? flags.present : 0) |
      (isUserVerified ? flags.verified : 0) |
      (twist.isBackupEligible ? flags.backupEligible : 0) |
      (attested.length > 0 ? flags.attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.counter ?? counter);
    return Buffer.concat([sha256(rpId), Buffer.of(bits), count, attested]);
  };
  const clientData = (type: string, challenge: string, twist: Twist): string =>
    JSON.stringify({
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? origin,
      crossOrigin: false,
    });
  const id = base64url(credentialId);

  return {
    id,
    register(options: Record<string, unknown>, twist: Twist = {}): PasskeyRegistration {
      const { challenge, user } = options as { challenge: string; user: { id: string } };
      userHandle = user.id;
      const { x = '', y = '' } = own.publicKey.export({ format: 'jwk' });
      const coseKey = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.of(0, credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(twist, attested)],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: { credProps: { rk: twist.isDiscoverable ?? true } },
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, twist)),
          attestationObject: base64url(cbor(attestation)),
        },
      };
    },
    answer(options: Record<string, unknown>, twist: Twist = {}): PasskeyAnswer {
      counter += 1;
      const data = authenticatorData(twist);
      const client = clientData('webauthn.get', String(options['challenge']), twist);
      const signature = sign(
        'sha256',
        Buffer.concat([data, sha256(client)]),
        (twist.isForeignKey ? foreign : own).privateKey,
      );
      const named = twist.credentialId ?? id;
      return {
        id: named,
        rawId: named,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: twist.userHandle ?? userHandle,
        },
      };
    },
  };
};
export type TestPasskey = ReturnType<typeof testPasskey>;
