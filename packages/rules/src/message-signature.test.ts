import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDigestHeader, readSignature, signatureBase, signatureHeaders } from './message-signature.ts';

const parts = {
  method: 'POST',
  path: '/api/agent/v1/check-in',
  query: '?',
  contentDigest: contentDigestHeader(createHash('sha256').update('{}').digest('base64')),
};
const parameters = { created: 1_763_200_000, nonce: 'abcdefghijklmnop', keyId: 'agent', algorithm: 'ed25519' as const };

describe('message signatures', () => {
  it('read back what they wrote', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const signature = sign(null, Buffer.from(signatureBase(parts, parameters)), privateKey).toString('base64');
    const headers = signatureHeaders(parameters, signature);
    const read = readSignature(headers['signature-input'], headers.signature);
    expect(read).toEqual({ parameters, signatureBase64: signature });
    expect(
      verify(null, Buffer.from(signatureBase(parts, parameters)), publicKey, Buffer.from(signature, 'base64')),
    ).toBe(true);
  });

  it('have the shape of RFC 9421', () => {
    expect(signatureBase(parts, parameters)).toBe(
      [
        '"@method": POST',
        '"@path": /api/agent/v1/check-in',
        '"@query": ?',
        `"content-digest": ${parts.contentDigest}`,
        '"@signature-params": ("@method" "@path" "@query" "content-digest");created=1763200000;nonce="abcdefghijklmnop";keyid="agent";alg="ed25519"',
      ].join('\n'),
    );
  });

  it('read a MAC of a session key as such, and neither for the other', () => {
    const mac = Buffer.alloc(32, 7).toString('base64');
    const session = { ...parameters, algorithm: 'hmac-sha256' as const };
    const headers = signatureHeaders(session, mac);
    expect(readSignature(headers['signature-input'], headers.signature)).toEqual({
      parameters: session,
      signatureBase64: mac,
    });
    const own = signatureHeaders(parameters, Buffer.alloc(64, 7).toString('base64'));
    expect(readSignature(headers['signature-input'], own.signature)).toBeUndefined();
    expect(readSignature(own['signature-input'], headers.signature)).toBeUndefined();
  });

  it('refuse any other spelling unread', () => {
    const headers = signatureHeaders(parameters, Buffer.alloc(64).toString('base64'));
    const input = headers['signature-input'];
    fc.assert(
      fc.property(fc.nat(input.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, other) => {
        const changed = input.slice(0, at) + other + input.slice(at + 1);
        const read = readSignature(changed, headers.signature);
        // What still reads must be a changed parameter, which the signature covers.
        if (read && changed !== input) expect(read.parameters).not.toEqual(parameters);
      }),
    );
  });
});
