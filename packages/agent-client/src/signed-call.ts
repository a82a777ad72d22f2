import { createHmac, hash, randomBytes, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { agentBase, type AgentEndpoint } from '@patchkeep/contract/agent/protocol';
import {
  contentDigestHeader,
  signatureBase,
  signatureHeaders,
  type SignatureParameters,
} from '@patchkeep/rules/message-signature';
import { sessionHeader } from '@patchkeep/rules/session-key';
import type { z } from 'zod';
import type { Identity } from './identity.ts';
import type { Session } from './session-key.ts';

export interface SignedCall {
  method: 'POST';
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Below this, zipping costs more than it saves. */
const zipAbove = 1_024;

/**
 * One call, ready to send: body, digest and signature over both. Every call carries a nonce of its own. In a session
 * the signature is a MAC by the session's key.
 */
export const signedCall = <B extends z.ZodType>(
  identity: Identity,
  keyId: string,
  endpoint: AgentEndpoint<B>,
  body: z.input<B>,
  now: Date,
  session?: Session,
): SignedCall => {
  const json = Buffer.from(JSON.stringify(body));
  const isZipped = json.length > zipAbove;
  const bytes = isZipped ? gzipSync(json) : json;
  const path = agentBase + endpoint.path;
  const contentDigest = contentDigestHeader(hash('sha256', bytes, 'base64'));
  const parameters: SignatureParameters = {
    created: Math.floor(now.getTime() / 1_000),
    nonce: randomBytes(16).toString('base64url'),
    keyId,
    algorithm: session ? 'hmac-sha256' : 'ed25519',
  };
  const base = signatureBase({ method: 'POST', path, query: '?', contentDigest }, parameters);
  const signature = session
    ? createHmac('sha256', session.secret).update(base).digest('base64')
    : sign(null, Buffer.from(base), identity.privateKey).toString('base64');
  return {
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/json',
      ...(isZipped && { 'content-encoding': 'gzip' }),
      'content-digest': contentDigest,
      ...(session && { [sessionHeader]: session.header }),
      ...signatureHeaders(parameters, signature),
    },
    body: bytes,
  };
};

/** The key's name before the server gave it one. */
export const newcomerKeyId = 'newcomer';
