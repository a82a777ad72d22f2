import { expect, it, test } from 'vitest';
import { apiTokenState, exampleCalls, roleText } from './api-token-text.ts';

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

it('makes no line of what is not a token', () => {
  expect(() => exampleCalls('https://x.example', "vpt_'; rm")).toThrow('Not an API token');
});
