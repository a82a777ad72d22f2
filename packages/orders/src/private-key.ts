import { createPrivateKey, type KeyObject } from 'node:crypto';

/** The private key in the text of a file. */
export const privateKeyOf = (pem: string, path: string): KeyObject => {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    // Never the text of the file: it may hold a key.
    throw new Error(`${path} holds no private key in PEM form.`, { cause: error });
  }
};
