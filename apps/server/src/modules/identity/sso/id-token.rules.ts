/** Signatures by a key pair only: a shared secret or no signature would let anybody write a token. */
export const tokenAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;
/** How far clocks may be apart. */
export const skewSeconds = 60;
const textMax = 256;
const groupsMax = 1_000;

export interface ExpectedToken {
  issuer: string;
  clientId: string;
  nonce: string;
  groupsClaim: string;
  /** The person was asked to sign in anew: an older sign-in at the identity provider does not count. */
  isProof: boolean;
  /** When the browser was sent to the identity provider. */
  begun: Date;
  now: Date;
}

export interface SignedFacts {
  issuer: string;
  subject: string;
  /** Null where there is none, or the identity provider says that nobody has proved it. */
  email: string | null;
  name: string | null;
  groups: string[];
  /** When the person signed in at the identity provider; null where it does not say. */
  authenticated: Date | null;
  /** What SCIM calls the same person, where the subject is another name. */
  externalId?: string;
}

export type TokenRefusal =
  | 'malformed'
  | 'algorithm'
  | 'extension'
  | 'unknownKey'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'authorizedParty'
  | 'nonce'
  | 'expired'
  | 'old'
  | 'clock'
  | 'subject'
  /** Who was to sign in anew did so before they were asked. */
  | 'oldSignIn'
  | 'noSignInTime';
export type JudgedToken = { facts: SignedFacts } | { refusal: TokenRefusal; minutesOff?: number };

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
/** A name that can be kept and shown: no control characters, no end of it. */
export const shortText = (value: unknown): string | null =>
  isText(value) && value.length <= textMax && !/\p{Cc}/u.test(value) ? value : null;

/** Some identity providers write a single group as a text. */
export const groupsOf = (claim: unknown): string[] => {
  const listed = Array.isArray(claim) ? claim : [claim];
  return listed.slice(0, groupsMax).flatMap((each: unknown) => shortText(each) ?? []);
};

/**
 * The subject of Entra ID is a name for one application only. Its provisioning knows a person by the object id, which
 * stands in `oid`. Of other identity providers the claim is not looked at: there anybody may have been let to set it.
 */
const isEntra = (issuer: string): boolean =>
  /^https:\/\/login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)\//.test(issuer);

/** By what SCIM calls the person. */
export const externalIdOf = ({ externalId, subject }: SignedFacts): string => externalId ?? subject;

const judgeTimes = (claims: Record<string, unknown>, { begun, now }: ExpectedToken): JudgedToken | undefined => {
  const seconds = now.getTime() / 1_000;
  const { exp, iat, nbf = iat } = claims;
  if (typeof exp !== 'number' || typeof iat !== 'number' || typeof nbf !== 'number') return { refusal: 'malformed' };
  const ahead = Math.max(iat, nbf) - seconds;
  if (ahead > skewSeconds) return { refusal: 'clock', minutesOff: Math.round(ahead / 60) };
  if (exp <= seconds - skewSeconds) return { refusal: 'expired' };
  // A token of an earlier sign-in, whatever nonce it carries.
  if (iat < begun.getTime() / 1_000 - skewSeconds) return { refusal: 'old' };
  return undefined;
};

/** When the person signed in there. Asked to sign in anew, only what comes after the question counts. */
const judgeSignInTime = ({ auth_time: time }: Record<string, unknown>, { isProof, begun, now }: ExpectedToken) => {
  if (time === undefined) return isProof ? 'noSignInTime' : null;
  if (typeof time !== 'number' || !Number.isFinite(time)) return 'malformed';
  if (time - now.getTime() / 1_000 > skewSeconds) return 'clock';
  if (isProof && time < begun.getTime() / 1_000 - skewSeconds) return 'oldSignIn';
  return new Date(time * 1_000);
};

/**
 * Judges what a token says, once its signature was right. Whether the address in it belongs to the customer is no
 * matter of the token: an identity provider can write any.
 */
export const judgeIdToken = (claims: Record<string, unknown>, expected: ExpectedToken): JudgedToken => {
  const { iss, sub, aud, azp, nonce } = claims;
  const audience: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (iss !== expected.issuer) return { refusal: 'issuer' };
  if (!audience.includes(expected.clientId)) return { refusal: 'audience' };
  // A token for several is one for us only if we asked for it.
  if ((audience.length > 1 || azp !== undefined) && azp !== expected.clientId) return { refusal: 'authorizedParty' };
  if (!isText(nonce) || nonce !== expected.nonce) return { refusal: 'nonce' };
  const subject = shortText(sub);
  if (subject === null) return { refusal: 'subject' };
  const atWrongTime = judgeTimes(claims, expected);
  if (atWrongTime) return atWrongTime;
  const authenticated = judgeSignInTime(claims, expected);
  if (typeof authenticated === 'string') return { refusal: authenticated };
  const objectId = isEntra(expected.issuer) ? shortText(claims['oid']) : null;
  const isDenied = claims['email_verified'] === false || claims['email_verified'] === 'false';
  return {
    facts: {
      issuer: expected.issuer,
      subject,
      email: isDenied ? null : shortText(claims['email']),
      name: shortText(claims['name']),
      groups: groupsOf(claims[expected.groupsClaim]),
      authenticated,
      ...(objectId !== null && { externalId: objectId }),
    },
  };
};
