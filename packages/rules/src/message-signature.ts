/**
 * HTTP message signatures (RFC 9421) as our agent uses them: one fixed list of components, so that there is nothing
 * to negotiate and nothing a proxy could leave out. Building and reading only; the keys are the caller's business.
 */
const covered = '("@method" "@path" "@query" "content-digest")';
const label = 'pk';

export interface SignedParts {
  method: string;
  path: string;
  /** With its question mark; just `?` when there is none. */
  query: string;
  /** The Content-Digest header of the body. */
  contentDigest: string;
}

/** The host's own key, or a session key it vouched for. */
export type SignatureAlgorithm = 'ed25519' | 'hmac-sha256';

export interface SignatureParameters {
  /** Seconds since 1970. */
  created: number;
  nonce: string;
  keyId: string;
  algorithm: SignatureAlgorithm;
}

const parametersText = ({ created, nonce, keyId, algorithm }: SignatureParameters): string =>
  `${covered};created=${created};nonce="${nonce}";keyid="${keyId}";alg="${algorithm}"`;

/** The text that is signed. */
export const signatureBase = (parts: SignedParts, parameters: SignatureParameters): string =>
  [
    `"@method": ${parts.method}`,
    `"@path": ${parts.path}`,
    `"@query": ${parts.query}`,
    `"content-digest": ${parts.contentDigest}`,
    `"@signature-params": ${parametersText(parameters)}`,
  ].join('\n');

export const contentDigestHeader = (sha256Base64: string): string => `sha-256=:${sha256Base64}:`;

export const signatureHeaders = (parameters: SignatureParameters, signatureBase64: string) => ({
  'signature-input': `${label}=${parametersText(parameters)}`,
  signature: `${label}=:${signatureBase64}:`,
});

// One spelling, the one above: what differs in any way is not ours and is refused unread.
const inputShape =
  /^pk=\("@method" "@path" "@query" "content-digest"\);created=(\d{1,12});nonce="([A-Za-z0-9_-]{16,64})";keyid="([A-Za-z0-9_./-]{1,120})";alg="(ed25519|hmac-sha256)"$/;
/** 64 bytes of a signature, 32 of a MAC; the last sign has no bits to spare, so that each has one spelling. */
const signatureShapes: Record<SignatureAlgorithm, RegExp> = {
  ed25519: /^pk=:([A-Za-z0-9+/]{85}[AQgw]==):$/,
  'hmac-sha256': /^pk=:([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=):$/,
};

/** Reads the two headers back; undefined when they are not exactly what we would have sent. */
export const readSignature = (
  inputHeader: string | undefined,
  signatureHeader: string | undefined,
): { parameters: SignatureParameters; signatureBase64: string } | undefined => {
  const [, created, nonce, keyId, algorithm] = inputShape.exec(inputHeader ?? '') ?? [];
  if (created === undefined || nonce === undefined || keyId === undefined || algorithm === undefined) return undefined;
  const parameters = { created: Number(created), nonce, keyId, algorithm: algorithm as SignatureAlgorithm };
  const [, signatureBase64] = signatureShapes[parameters.algorithm].exec(signatureHeader ?? '') ?? [];
  return signatureBase64 === undefined ? undefined : { parameters, signatureBase64 };
};
