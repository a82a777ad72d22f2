import { hash } from 'node:crypto';

const blockBytes = 64;
const hashBytes = 32;
const scratch = Buffer.alloc(8_192);
const outer = scratch.subarray(0, blockBytes + hashBytes);

const pad = (key: Buffer, byte: number): void => {
  for (let i = 0; i < blockBytes; i++) scratch[i] = (key[i] ?? 0) ^ byte;
};

/**
 * HMAC-SHA256 in base64 of a text of single-byte characters, with a key of at most one block, composed of two one-shot
 * hashes. OpenSSL's HMAC takes twice as long for short texts because of its setup, and a check-in needs two. Tests
 * compare the results with OpenSSL's.
 */
export const fastHmac = (key: Buffer, text: string): string => {
  if (key.length > blockBytes || text.length > scratch.length - blockBytes)
    throw new Error('Too long for the fast HMAC');
  pad(key, 0x36);
  const inner = hash('sha256', scratch.subarray(0, blockBytes + scratch.write(text, blockBytes, 'latin1')), 'latin1');
  pad(key, 0x5c);
  scratch.write(inner, blockBytes, 'latin1');
  return hash('sha256', outer, 'base64');
};
