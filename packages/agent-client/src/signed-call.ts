import { createHash, randomBytes, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { agentBase, type AgentEndpoint } from '@patchkeep/contract/agent/protocol';
import { contentDigestHeader, signatureBase, signatureHeaders } from '@patchkeep/rules/message-signature';
import type { z } from 'zod';
import type { Identity } from './identity.ts';

export interface SignedCall {
  method: 'POST';
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Below this, zipping costs more than it saves. */
const zipAbove = 1_024;

/** One call, ready to send: body, digest and signature over both. Every call carries a nonce of its own. */
export const signedCall = <B extends z.ZodType>(
  identity: Identity,
  keyId: string,
  endpoint: AgentEndpoint<B>,
  body: z.input<B>,
  now: Date,
): SignedCall => {
  const json = Buffer.from(JSON.stringify(body));
  const isZipped = json.length > zipAbove;
  const bytes = isZipped ? gzipSync(json) : json;
  const path = agentBase + endpoint.path;
  const contentDigest = contentDigestHeader(createHash('sha256').update(bytes).digest('base64'));
  const parameters = {
    created: Math.floor(now.getTime() / 1_000),
    nonce: randomBytes(16).toString('base64url'),
    keyId,
  };
  const base = signatureBase({ method: 'POST', path, query: '?', contentDigest }, parameters);
  const signature = sign(null, Buffer.from(base), identity.privateKey).toString('base64');
  return {
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/json',
      ...(isZipped && { 'content-encoding': 'gzip' }),
      'content-digest': contentDigest,
      ...signatureHeaders(parameters, signature),
    },
    body: bytes,
  };
};

/** The key's name before the server gave it one. */
export const newcomerKeyId = 'newcomer';
