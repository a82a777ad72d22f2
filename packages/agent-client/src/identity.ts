import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A host's own key: made on the host, never leaves it. */
export interface Identity {
  privateKey: KeyObject;
  /** 32 bytes, base64url, as enrolment presents it. */
  publicKey: string;
}

const rawPublicKey = (privateKey: KeyObject): string => String(privateKey.export({ format: 'jwk' }).x);

export const makeIdentity = (): Identity => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey, publicKey: rawPublicKey(privateKey) };
};

/** For the agent's own key file. */
export const exportIdentity = ({ privateKey }: Identity): string =>
  String(privateKey.export({ format: 'pem', type: 'pkcs8' }));

export const importIdentity = (pem: string): Identity => {
  const privateKey = createPrivateKey(pem);
  return { privateKey, publicKey: rawPublicKey(privateKey) };
};
