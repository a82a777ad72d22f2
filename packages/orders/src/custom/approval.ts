import { type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { decode, keyId, openBy, publicKeyOf, rawKey, readForm, signedBytes } from '../envelope.ts';
import { hash } from '../statement-fields.ts';
import type { Root } from '../statements.ts';
import { type ApproverKey, approverKeyId, isSignedBy } from './approver-keys.ts';
import { assertedBytes, challengeFor } from './assertion.ts';

/** As long as an answer to a host may carry; what is longer is not read. */
export const mostApprovalChars = 20_000;
const mostSignatures = 8;

const base64 = (bytes: number) => z.string().max(Math.ceil(bytes / 3) * 4);
/** One signature. A passkey's has with it what the device and the browser said. */
const approval = z.strictObject({
  keyid: hash,
  sig: base64(512),
  passkey: z.strictObject({ authenticatorData: base64(1_024), clientData: base64(3_000) }).optional(),
});
export type Approval = z.output<typeof approval>;
const envelope = z.strictObject({
  payloadType: z.string().max(100),
  payload: z.string(),
  signatures: z.array(approval).max(mostSignatures),
});

/** Who may have signed: whose signature it is, and how it is told. */
interface Voucher {
  holder: string;
  isGood: (signed: Buffer, given: Approval) => boolean;
}
export interface Vouchers {
  keys: ReadonlyMap<string, Voucher>;
  threshold: number;
}

/** Keys of the root, each somebody of its own. */
export const vouchersOfRole = ({ keys, threshold }: Root['root']): Vouchers => ({
  keys: new Map(
    keys.map((raw) => {
      const isGood: Voucher['isGood'] = (signed, { sig, passkey }) =>
        !passkey && verify(null, signed, publicKeyOf(raw), decode(sig));
      return [keyId(raw), { holder: raw, isGood }];
    }),
  ),
  threshold,
});

/** Where the passkeys of approvers are at home. */
export interface PasskeyHome {
  rpId: string | null;
  origins: readonly string[];
}

const isGoodBy =
  (key: ApproverKey, { rpId, origins }: PasskeyHome): Voucher['isGood'] =>
  (signed, { sig, passkey }) => {
    // A key signs in the one way that it is listed with.
    if (key.kind === 'file') return !passkey && isSignedBy(key, signed, decode(sig));
    if (!passkey || rpId === null) return false;
    const authenticatorData = decode(passkey.authenticatorData);
    const asserted = assertedBytes(
      { authenticatorData, clientData: decode(passkey.clientData) },
      { signed, rpId, origins },
    );
    return asserted !== undefined && isSignedBy(key, asserted, decode(sig));
  };

export const vouchersOfKeys = (keys: readonly ApproverKey[], threshold: number, home: PasskeyHome): Vouchers => ({
  keys: new Map(keys.map((key) => [approverKeyId(key), { holder: key.holder, isGood: isGoodBy(key, home) }])),
  threshold,
});

/** The payload, once enough different people of those who may have signed it with a key of theirs. */
export const openApproved = (text: string, payloadType: string, { keys, threshold }: Vouchers): Buffer =>
  openBy(readForm(text, envelope, mostApprovalChars), payloadType, threshold, (given, signed) => {
    const voucher = keys.get(given.keyid);
    return voucher?.isGood(signed, given) ? voucher.holder : undefined;
  });

/** What a passkey is asked to sign for a statement. */
export const challengeOf = (payloadType: string, payload: string): string =>
  challengeFor(signedBytes(payloadType, Buffer.from(payload)));

const signatureOf = (payloadType: string, payload: string, key: KeyObject): string =>
  sign(null, signedBytes(payloadType, Buffer.from(payload)), key).toString('base64');

/** The signature of a key of the root. */
export const signInRole = (payloadType: string, payload: string, key: KeyObject): Approval => ({
  keyid: keyId(rawKey(key)),
  sig: signatureOf(payloadType, payload, key),
});

/** The signature of an approver's key in a file. */
export const signWithFile = (payloadType: string, payload: string, key: KeyObject): Approval => ({
  keyid: approverKeyId({ kind: 'file', holder: '', x: rawKey(key) }),
  sig: signatureOf(payloadType, payload, key),
});

/** A sealed statement taken apart again, with nothing of it checked. */
export const readApprovals = (text: string): { payloadType: string; text: string; signatures: Approval[] } => {
  const { payload, ...rest } = readForm(text, envelope, mostApprovalChars);
  return { ...rest, text: decode(payload).toString() };
};

/** A statement with the signatures that were given for it. */
export const sealApprovals = (payloadType: string, payload: string, signatures: readonly Approval[]): string => {
  const text = JSON.stringify({ payloadType, payload: Buffer.from(payload).toString('base64'), signatures });
  readForm(text, envelope, mostApprovalChars);
  return text;
};
