import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalUsername, clientPasswordHash, passwordProblem } from './password.ts';

const encoder = new TextEncoder();
const environment = { subtle: webcrypto.subtle as never, encode: (text: string) => encoder.encode(text) };
const hash = (username: string, password: string) => clientPasswordHash(environment, username, password);

/** The same hash by WebCrypto and Buffer alone, without a line of ours. */
const reference = async (username: string, password: string): Promise<string> => {
  const salt = await webcrypto.subtle.digest('SHA-256', encoder.encode(`v1|Patchkeep|${username}`));
  const key = await webcrypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, ['deriveBits']);
  const bits = await webcrypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 600_000 },
    key,
    256,
  );
  return Buffer.from(bits).toString('base64url');
};

describe('the canonical user name', () => {
  it.each([
    ['  Ana@Contoso.Example ', 'ana@contoso.example'],
    ['ＡＮＡ', 'ana'],
    ['İ', 'i̇'],
    ['ı', 'ı'],
    ['Straße', 'straße'],
    ['😀', '😀'],
  ])('of %j is %j', (given, expected) => expect(canonicalUsername(given)).toBe(expected));
});

describe('what leaves the browser instead of a password', () => {
  it('is PBKDF2-SHA-256 of 600,000 rounds, salted with the product and the name in lower case [ACCT-04]', async () => {
    expect(await hash('Ana@Contoso.example', 'correct horse')).toBe(
      await reference('ana@contoso.example', 'correct horse'),
    );
  });
  it('is 32 bytes in base64url', async () => expect(await hash('a', 'b')).toMatch(/^[A-Za-z0-9_-]{43}$/));
  it('does not depend on how a character was typed', async () =>
    expect(await hash('a', 'Å')).toBe(await hash('a', 'A\u030A')));
  it('differs by name, and a trailing blank of a password counts', async () => {
    const all = await Promise.all([hash('a', 'secret'), hash('b', 'secret'), hash('a', 'secret ')]);
    expect(new Set(all).size).toBe(3);
  });
});

describe('a password that somebody chooses', () => {
  const problem = (password: string, estimate?: Parameters<typeof passwordProblem>[2]) =>
    passwordProblem('ana.lund@contoso.example', password, estimate);
  const good = 'quiet harbour lamp';

  it.each([
    ['fourteen chars', 'Use at least 15 characters'],
    ['ababababababababab', 'Use more different characters'],
    ['well Ana.Lund was here', 'Do not use your own name in the password'],
    [good, undefined],
  ])('%j: %s', (password, expected) => expect(problem(password)).toBe(expected));

  it('is not one that many people use, and not easy to guess', () => {
    expect(problem(good, { score: 4, isCommon: true })).toMatch(/^Many people use/);
    expect(problem(good, { score: 2, isCommon: false })).toMatch(/^This is easy to guess/);
    expect(problem(good, { score: 3, isCommon: false })).toBeUndefined();
  });
});
