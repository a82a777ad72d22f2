import { describe, expect, it } from 'vitest';
import { externalIdOf, judgeIdToken } from './id-token.rules.ts';

const now = new Date('2026-11-15T09:00:00Z');
const seconds = now.getTime() / 1_000;
const namedBy = (issuer: string, more: object): string | undefined => {
  const times = { iat: seconds, exp: seconds + 60 };
  const judged = judgeIdToken(
    { iss: issuer, sub: 'subject', aud: 'patchkeep', nonce: 'n', ...times, ...more },
    { issuer, clientId: 'patchkeep', nonce: 'n', groupsClaim: 'groups', isProof: false, begun: now, now },
  );
  return 'facts' in judged ? externalIdOf(judged.facts) : undefined;
};
const entra = 'https://login.microsoftonline.com/4f0d5e52-7b5c-4c36-a1c8-0a2b5f0f5d11/v2.0';

describe('what provisioning calls the person of an ID token', () => {
  it('is the object id at Entra ID, whose subject is another one in each application', () => {
    expect(namedBy(entra, { oid: 'object' })).toBe('object');
    expect(namedBy(entra, {})).toBe('subject');
    expect(namedBy(entra, { oid: ['object'] })).toBe('subject');
  });

  it.each([
    'https://idp.contoso.example',
    'https://login.microsoftonline.com.attacker.example/v2.0',
    'https://attacker.example/login.microsoftonline.com/v2.0',
    'http://login.microsoftonline.com/v2.0',
  ])('is the subject elsewhere, whatever a claim of that name says: %s', (issuer) => {
    expect(namedBy(issuer, { oid: 'object' })).toBe('subject');
  });
});
