import { generateKeyPairSync } from 'node:crypto';
import { rawKey } from './envelope.ts';

/** A public key that begins with a dash, as one in 64 does: about 64 are made. */
export const dashedKey = (): string => {
  for (;;) {
    const key = rawKey(generateKeyPairSync('ed25519').publicKey);
    if (key.startsWith('-')) return key;
  }
};
