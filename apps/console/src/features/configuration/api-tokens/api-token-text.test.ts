import { expect, it, test } from 'vitest';
import { apiTokenState, exampleCalls, networksText, refusedText, roleText } from './api-token-text.ts';

const now = new Date('2026-11-15T12:00:00Z');
const good = { isRevoked: false, expires: '2026-12-15T12:00:00.000Z', effectivePermissions: 49 };

test.each([
  [good, 'Active'],
  [{ ...good, effectivePermissions: 0 }, 'Without rights'],
  [{ ...good, effectivePermissions: 0, expires: '2026-11-15T12:00:00.000Z' }, 'Expired'],
  [{ ...good, expires: '2026-11-15T12:00:00.000Z', isRevoked: true }, 'Revoked'],
] as const)('%j is %s', (token, expected) => {
  expect(apiTokenState(token, now)).toBe(expected);
});

it('says what is left when the owner has less by now', () => {
  const token = { ...good, permissions: 115 } as Parameters<typeof roleText>[0];
  expect(roleText({ ...token, effectivePermissions: 115 })).toBe('Read & Write');
  expect(roleText(token)).toBe('Read & Write, now Read-Only');
});

it('hands the token to curl through its standard input', () => {
  const [sh] = exampleCalls("https://x.example/it's", 'vpt_a-b_c');
  // A journey has a real shell run it.
  const address = String.raw`'https://x.example/it'\''s/api/v1/hosts'`;
  expect(sh.text).toBe(`curl --header @- ${address} <<'END'\nAuthorization: Bearer vpt_a-b_c\nEND`);
});

it('names the site where the token is for all', () => {
  const [sh, powershell] = exampleCalls('https://x.example', 'vpt_a-b_c', '5f');
  expect(sh.text).toContain('\nx-site: 5f\nEND');
  expect(powershell.text).toContain("; 'x-site' = '5f' }");
});

it('says where calls may come from, and where the last refused one came from', () => {
  expect(networksText({ networks: [] })).toBe('Everywhere');
  expect(networksText({ networks: ['192.0.2.0/24', '2001:db8::1'] })).toBe('192.0.2.0/24, 2001:db8::1');
  expect(refusedText({ refused: null })).toBeUndefined();
  const refused = { at: '2026-11-15T12:00:00.000Z', address: '203.0.113.5' };
  expect(refusedText({ refused })).toBe('Refused: 203.0.113.5');
});

it('makes no line of what is not a token', () => {
  expect(() => exampleCalls('https://x.example', "vpt_'; rm")).toThrow('Not an API token');
});
