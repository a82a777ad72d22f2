import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../envelope.ts';
import { Refused } from '../refusal.ts';

/** What a passkey signed: what the device says, and what the browser says. Neither holds a secret. */
export interface Assertion {
  authenticatorData: Buffer;
  clientData: Buffer;
}
/** Where a passkey is used, and what for. */
export interface Ceremony {
  /** The bytes of the statement. */
  signed: Buffer;
  rpId: string;
  origins: readonly string[];
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

/** What a browser is told to have signed: the hash of the statement, so that a signature is about nothing else. */
export const challengeFor = (signed: Buffer): string => sha256(signed).toString('base64url');

const clientData = z.looseObject({
  type: z.literal('webauthn.get'),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.literal(false).optional(),
});

const readClientData = (bytes: Buffer): z.output<typeof clientData> | undefined => {
  try {
    return clientData.safeParse(parseJson(bytes.toString())).data;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
};

const flagsAt = 32;
const shortest = 37;
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** Somebody touched the device, and it made sure who. Its counter says nothing: many devices keep none. */
const isVerifiedPerson = (data: Buffer, rpId: string): boolean => {
  if (data.length < shortest || !data.subarray(0, flagsAt).equals(sha256(rpId))) return false;
  const said = data[flagsAt] ?? 0;
  if ((said & flags.present) === 0 || (said & flags.attested) !== 0) return false;
  return (said & flags.verified) !== 0;
};

/** The bytes under the passkey's signature; undefined where it was made for something else, somewhere else or unasked. */
export const assertedBytes = (
  { authenticatorData, clientData: said }: Assertion,
  { signed, rpId, origins }: Ceremony,
): Buffer | undefined => {
  const client = readClientData(said);
  if (client?.challenge !== challengeFor(signed)) return undefined;
  if (!origins.includes(client.origin)) return undefined;
  if (!isVerifiedPerson(authenticatorData, rpId)) return undefined;
  return Buffer.concat([authenticatorData, sha256(said)]);
};
