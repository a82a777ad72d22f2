import { createHmac, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const digits = 6;
/** A code of the step before or after counts too: clocks of phones differ a little. */
const drift = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base 32 without padding (RFC 4648), as authenticator apps and recovery codes spell bytes. */
export const base32 = (bytes: Uint8Array): string => {
  let [out, held, bits] = ['', 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) out += alphabet[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? out + alphabet[(held << (5 - bits)) & 31] : out;
};

/** The code of a step (RFC 4226, RFC 6238 with SHA-1, which is what every authenticator app speaks). */
export const totpCode = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
};

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / stepSeconds);

/** The step that a code belongs to, or undefined. Every step is compared, whichever fits. */
export const totpStep = (secret: Buffer, code: string, now: Date): number | undefined => {
  const sent = Buffer.from(code);
  let found: number | undefined;
  for (let step = stepAt(now) - drift; step <= stepAt(now) + drift; step++) {
    const right = Buffer.from(totpCode(secret, step));
    if (sent.length === right.length && timingSafeEqual(sent, right)) found = step;
  }
  return found;
};

/** What an authenticator app reads from the QR code. */
export const mfaUriOf = (service: string, username: string, secret: Buffer): string => {
  const label = `${encodeURIComponent(service)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(service)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
};
