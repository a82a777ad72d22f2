import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { type ExpectedToken, judgeIdToken, type JudgedToken, tokenAlgorithms } from './id-token.rules.ts';

type Algorithm = (typeof tokenAlgorithms)[number];
const isAllowed = (algorithm: unknown): algorithm is Algorithm => tokenAlgorithms.some((each) => each === algorithm);

/** Which kind of key an algorithm takes. Without this a public key could be used as the secret of an HMAC. */
const keyTypes: Record<Algorithm, string> = { RS256: 'RSA', PS256: 'RSA', ES256: 'EC', EdDSA: 'OKP' };

/** The key that the token names; without a name only where there is no choice. */
const keyFor = (keys: readonly JWK[], algorithm: Algorithm, kid: string | undefined): JWK | undefined => {
  const fitting = keys.filter(
    (key) =>
      key.kty === keyTypes[algorithm] &&
      (key.use === undefined || key.use === 'sig') &&
      (key.alg === undefined || key.alg === algorithm) &&
      (kid === undefined || key.kid === kid),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (bytes: Uint8Array): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const headerOf = (token: string) => {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return undefined;
  }
};

/**
 * Reads an ID token by the keys of its connection. Keys, addresses of keys and certificates in the token itself are
 * not looked at: who wrote a token could put their own there.
 */
export const readIdToken = async (
  token: string,
  keys: readonly JWK[],
  expected: ExpectedToken,
): Promise<JudgedToken> => {
  const header = headerOf(token);
  if (!header) return { refusal: 'malformed' };
  const { alg, kid, crit } = header;
  if (!isAllowed(alg)) return { refusal: 'algorithm' };
  if (crit !== undefined) return { refusal: 'extension' };
  const jwk = keyFor(keys, alg, typeof kid === 'string' ? kid : undefined);
  if (!jwk) return { refusal: 'unknownKey' };
  const signed = await (async () => {
    try {
      return await compactVerify(token, await importJWK(jwk, alg), { algorithms: [alg] });
    } catch {
      return undefined;
    }
  })();
  if (!signed) return { refusal: 'signature' };
  const claims = parsed(signed.payload);
  return claims ? judgeIdToken(claims, expected) : { refusal: 'malformed' };
};
