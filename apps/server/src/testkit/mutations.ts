import { createHash, createHmac, sign } from 'node:crypto';
import { makeIdentity } from '@patchkeep/agent-client/identity';
import type { SignedCall } from '@patchkeep/agent-client/signed-call';
import { contentDigestHeader, signatureBase, type SignatureParameters } from '@patchkeep/rules/message-signature';
import { sessionHeader } from '@patchkeep/rules/session-key';

/** A call as an attacker sends it. */
export type Forged = Omit<SignedCall, 'method'> & { method: string };

interface Chance {
  /** A whole number below `limit`. */
  below(limit: number): number;
}

/** The same numbers every time, so that a call which got through can be made again. */
export const chanceFrom = (seed: number): Chance => {
  let state = seed;
  return {
    below(limit) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    },
  };
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_="():;,. ';
const changeText = (text: string, { below }: Chance): string => {
  const at = below(text.length);
  const other = alphabet[below(alphabet.length)] ?? 'A';
  switch (below(3)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      // A space at the beginning is no part of a header.
      return text.slice(0, at) + (at === 0 ? other.trim() || '~' : other) + text.slice(at);
    default:
      return text.slice(0, at) + (other === text[at] ? '~' : other) + text.slice(at + 1);
  }
};
const flipBit = (bytes: Buffer, { below }: Chance): Buffer => {
  const copy = Buffer.from(bytes);
  const at = below(copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 << below(8));
  return copy;
};
const withHeader = (call: Forged, name: string, value: string): Forged => ({
  ...call,
  headers: { ...call.headers, [name]: value },
});
const digestOf = (body: Buffer): string => contentDigestHeader(createHash('sha256').update(body).digest('base64'));
const header = (call: Forged, name: string): string => call.headers[name] ?? '';
const signatureBytes = (call: Forged): Buffer => Buffer.from(header(call, 'signature').slice(4, -1), 'base64');
const withSignature = (call: Forged, bytes: Buffer): Forged =>
  withHeader(call, 'signature', `pk=:${bytes.toString('base64')}:`);

/** The order of the curve: a signature plus this is the same equation, and must not be a second spelling of it. */
const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
const addOrder = (call: Forged): Forged => {
  const bytes = signatureBytes(call);
  if (bytes.length !== 64) return withSignature(call, Buffer.alloc(32));
  let s = BigInt(`0x${Buffer.from(bytes.subarray(32).toReversed()).toString('hex')}`) + order;
  for (let i = 32; i < 64; i++, s >>= 8n) bytes[i] = Number(s & 255n);
  return withSignature(call, bytes);
};

const parametersOf = (call: Forged): SignatureParameters => {
  const [, created, nonce, keyId, algorithm] =
    /created=(\d+);nonce="([^"]*)";keyid="([^"]*)";alg="([^"]*)"/.exec(header(call, 'signature-input')) ?? [];
  return { created: Number(created), nonce: nonce ?? '', keyId: keyId ?? '', algorithm: algorithm as 'ed25519' };
};
const baseOf = (call: Forged, parameters: SignatureParameters): Buffer =>
  Buffer.from(
    signatureBase({ method: 'POST', path: call.path, query: '?', contentDigest: digestOf(call.body) }, parameters),
  );
const inputOf = ({ created, nonce, keyId, algorithm }: SignatureParameters): string =>
  `pk=("@method" "@path" "@query" "content-digest");created=${created};nonce="${nonce}";keyid="${keyId}";alg="${algorithm}"`;

const stranger = makeIdentity();

export interface Known {
  /** Key ids of other agents, of this customer and of others. */
  keyIds: readonly string[];
  /** A session of another agent. */
  sessionHeader: string;
  /** The public key of the caller: whoever takes it for a shared secret can be fooled with it. */
  publicKey: Buffer;
  /** Where else the call could be sent. */
  paths: readonly string[];
}

/** Every way we can think of to change a good call without its key. Each returns a call that differs. */
const ways: readonly ((call: Forged, chance: Chance, known: Known) => Forged)[] = [
  (call, chance) => withSignature(call, flipBit(signatureBytes(call), chance)),
  (call, chance) => withHeader(call, 'signature', changeText(header(call, 'signature'), chance)),
  (call, chance) => withHeader(call, 'signature-input', changeText(header(call, 'signature-input'), chance)),
  (call, chance) => withHeader(call, 'content-digest', changeText(header(call, 'content-digest'), chance)),
  (call, chance) => ({ ...call, body: flipBit(call.body, chance) }),
  (call, chance) => {
    const body = flipBit(call.body, chance);
    return withHeader({ ...call, body }, 'content-digest', digestOf(body));
  },
  (call, { below }) => {
    const body = call.body.subarray(0, below(call.body.length));
    return withHeader({ ...call, body }, 'content-digest', digestOf(body));
  },
  (call, { below }) => {
    const parameters = parametersOf(call);
    const created = parameters.created + (below(2) === 0 ? 1 + below(900) : -1 - below(900));
    return withHeader(call, 'signature-input', inputOf({ ...parameters, created }));
  },
  (call, { below }) => {
    const nonce = Buffer.from(Array.from({ length: 16 }, () => below(256))).toString('base64url');
    return withHeader(call, 'signature-input', inputOf({ ...parametersOf(call), nonce }));
  },
  (call, { below }, { keyIds }) => {
    const keyId = keyIds[below(keyIds.length)] ?? '';
    return withHeader(call, 'signature-input', inputOf({ ...parametersOf(call), keyId }));
  },
  (call) => {
    const { algorithm, ...rest } = parametersOf(call);
    const other = algorithm === 'ed25519' ? 'hmac-sha256' : 'ed25519';
    return withHeader(call, 'signature-input', inputOf({ ...rest, algorithm: other }));
  },
  // The public key, or nothing, as the secret of a MAC.
  (call, { below }, { publicKey, sessionHeader: offer }) => {
    const parameters = { ...parametersOf(call), algorithm: 'hmac-sha256' as const };
    const secret = [publicKey, Buffer.alloc(32), Buffer.alloc(0)][below(3)] ?? publicKey;
    const mac = createHmac('sha256', secret).update(baseOf(call, parameters)).digest();
    const named = withHeader(call, 'signature-input', inputOf(parameters));
    return withSignature(below(2) === 0 ? named : withHeader(named, sessionHeader, offer), mac);
  },
  (call, chance, { sessionHeader: offer }) =>
    withHeader(
      withHeader(call, 'signature-input', inputOf({ ...parametersOf(call), algorithm: 'hmac-sha256' })),
      sessionHeader,
      changeText(header(call, sessionHeader) || offer, chance),
    ),
  // Signed well, by somebody else.
  (call) => withSignature(call, sign(null, baseOf(call, parametersOf(call)), stranger.privateKey)),
  (call) => addOrder(call),
  (call, { below }, { paths }) => ({
    ...call,
    path: paths.filter((path) => path !== call.path)[below(paths.length - 1)] ?? '/',
  }),
  (call, { below }) => ({
    ...call,
    path: `${call.path}${['?', '?a=1', '/', '#x', '%20', '?x', '//', '/.'][below(8)]}${below(1_000)}`,
  }),
  (call, { below }) => ({ ...call, method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'][below(5)] ?? 'GET' }),
  (call, { below }) => {
    const name = ['signature', 'signature-input', 'content-digest', 'content-type'][below(4)] ?? 'signature';
    return { ...call, headers: Object.fromEntries(Object.entries(call.headers).filter(([key]) => key !== name)) };
  },
  (call, { below }) => ({ ...call, path: call.path.slice(0, -1) + String.fromCodePoint(65 + below(26)) }),
];

export const mutationKinds: number = ways.length;

/** The good call, changed in the way that `index` says. */
export const mutate = (call: Forged, index: number, chance: Chance, known: Known): Forged => {
  const way = ways[index % ways.length];
  if (!way) throw new Error('There is no such way');
  return way(call, chance, known);
};
