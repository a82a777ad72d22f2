import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { Refused } from './refusal.ts';

const signatureBytes = 64;
const maxSignatures = 8;
/** Nothing we sign comes near this; what does is not read. */
export const maxEnvelopeBytes = 256 * 1024;

const envelope = z.strictObject({
  payloadType: z.string(),
  payload: z.string(),
  signatures: z.array(z.strictObject({ keyid: z.string(), sig: z.string() })).max(maxSignatures),
});

/** Who may sign something, and how many of them must. */
export interface Signers {
  keys: ReadonlyMap<string, KeyObject>;
  threshold: number;
}

/** What is signed (DSSE): the type and the payload with their lengths, so that neither can pass for the other. */
export const signedBytes = (payloadType: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload]);

/** 32 bytes of a public key, base64url, as statements carry it. */
export const rawKey = (key: KeyObject): string => String(key.export({ format: 'jwk' }).x);
export const publicKeyOf = (raw: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' });
/** A key is named by its content: no list can give one key two names. */
export const keyId = (raw: string): string => createHash('sha256').update(raw).digest('hex');

export const seal = (payloadType: string, payload: Buffer, privateKeys: readonly KeyObject[]): string =>
  JSON.stringify({
    payloadType,
    payload: payload.toString('base64'),
    signatures: privateKeys.map((key) => ({
      keyid: keyId(rawKey(key)),
      sig: sign(null, signedBytes(payloadType, payload), key).toString('base64'),
    })),
  });

/** Bytes from base64 in its one spelling. */
export const decode = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Refused('malformed', 'base64');
  return bytes;
};

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('malformed', 'JSON');
  }
};

/** An envelope of this form, if it is not longer than it may be. */
export const readForm = <Form>(text: string, form: z.ZodType<Form>, mostChars: number): Form => {
  if (text.length > mostChars) throw new Refused('tooLarge');
  const shape = form.safeParse(parseJson(text));
  if (!shape.success) throw new Refused('malformed', 'envelope');
  return shape.data;
};
const readEnvelope = (text: string) => readForm(text, envelope, maxEnvelopeBytes);

/** One envelope with the signatures of two over the same bytes; a key that is in both signs once. */
export const joinSignatures = (one: string, other: string): string => {
  const [first, second] = [readEnvelope(one), readEnvelope(other)];
  if (first.payloadType !== second.payloadType || first.payload !== second.payload) throw new Refused('wrongType');
  const known = new Set(first.signatures.map(({ keyid }) => keyid));
  const added = second.signatures.filter(({ keyid }) => !known.has(keyid));
  return JSON.stringify({ ...first, signatures: [...first.signatures, ...added] });
};

interface Sealed<Signature> {
  payloadType: string;
  payload: string;
  signatures: readonly Signature[];
}

/** The payload, once enough different signers agreed. `signerOf` says whose good signature one is, if anybody's. */
export const openBy = <Signature>(
  { payloadType: type, payload, signatures }: Sealed<Signature>,
  payloadType: string,
  threshold: number,
  signerOf: (given: Signature, signed: Buffer) => string | undefined,
): Buffer => {
  if (type !== payloadType) throw new Refused('wrongType');
  const bytes = decode(payload);
  const signed = signedBytes(type, bytes);
  const agreed = new Set<string>();
  for (const given of signatures) {
    const signer = signerOf(given, signed);
    if (signer !== undefined) agreed.add(signer);
  }
  // A threshold below one would let anything through, whoever wrote it down.
  if (agreed.size < Math.max(1, threshold)) throw new Refused('notSigned');
  return bytes;
};

/** The payload, once enough different keys of those that may have signed it. Nothing in it is read before. */
export const open = (text: string, payloadType: string, { keys, threshold }: Signers): Buffer =>
  openBy(readEnvelope(text), payloadType, threshold, ({ keyid, sig }, signed) => {
    const key = keys.get(keyid);
    const signature = decode(sig);
    if (signature.length !== signatureBytes) throw new Refused('malformed', 'signature');
    return key && verify(null, signed, key, signature) ? keyid : undefined;
  });
