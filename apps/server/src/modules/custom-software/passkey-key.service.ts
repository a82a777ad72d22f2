import { createPublicKey } from 'node:crypto';
import type { ApproverKey } from '@patchkeep/orders/custom/approver-keys';
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';

type PasskeyKey = Extract<ApproverKey, { kind: 'passkey' }>['key'];

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** The key of a passkey as statements about approvers write it; undefined for kinds that hosts do not know. */
export const passkeyKeyOf = (publicKey: Buffer): PasskeyKey | undefined => {
  const decoded = decodeCredentialPublicKey(new Uint8Array(publicKey));
  if (cose.isCOSEPublicKeyEC2(decoded)) {
    const [x, y] = [decoded.get(cose.COSEKEYS.x), decoded.get(cose.COSEKEYS.y)];
    return x && y && x.length === 32 ? { alg: 'ES256', x: text(x), y: text(y) } : undefined;
  }
  if (cose.isCOSEPublicKeyOKP(decoded)) {
    const x = decoded.get(cose.COSEKEYS.x);
    return x ? { alg: 'EdDSA', x: text(x) } : undefined;
  }
  if (!cose.isCOSEPublicKeyRSA(decoded)) return undefined;
  const [n, e] = [decoded.get(cose.COSEKEYS.n), decoded.get(cose.COSEKEYS.e)];
  if (!n || !e) return undefined;
  const key = createPublicKey({ key: { kty: 'RSA', n: text(n), e: text(e) }, format: 'jwk' });
  return key.asymmetricKeyDetails?.publicExponent === 65_537n ? { alg: 'RS256', n: text(n) } : undefined;
};
