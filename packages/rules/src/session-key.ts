/**
 * A session key spares the server a public-key check per check-in. The host makes a key for the session and vouches for
 * it with its own key; host and server then come to one secret without sending it (X25519), and calls carry a MAC by
 * it. Whoever reads or changes the traffic learns nothing that lets them speak for the host. Texts only; the keys are
 * the caller's business.
 */
export const sessionHeader = 'patchkeep-session';

/** A session lasts at most this long; an agent that is told no simply opens another. */
export const sessionSeconds = 86_400;

export interface SessionOffer {
  /** The host's X25519 key for this session, 32 bytes, base64url. */
  sessionKey: string;
  /** Seconds since 1970. */
  expires: number;
}

/** What the host signs to vouch for a session's key, for one server only. */
export const offerText = (keyId: string, serverKey: string, { sessionKey, expires }: SessionOffer): string =>
  `patchkeep-session ${keyId} ${serverKey} ${sessionKey} ${expires}`;

export const writeOffer = ({ sessionKey, expires }: SessionOffer, signature: string): string =>
  `${sessionKey}.${expires}.${signature}`;

// One spelling each: 32 and 64 bytes in base64url leave two and four bits that must be zero.
const offerShape = /^([\w-]{42}[AEIMQUYcgkosw048])\.(\d{10})\.([\w-]{85}[AQgw])$/;

export const readOffer = (header: string): (SessionOffer & { signature: string }) | undefined => {
  const [, sessionKey, expires, signature] = offerShape.exec(header) ?? [];
  return sessionKey === undefined || signature === undefined
    ? undefined
    : { sessionKey, expires: Number(expires), signature };
};
