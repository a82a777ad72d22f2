import { passwordProblem } from '@patchkeep/rules/password';
import { describe, expect, it } from 'vitest';
import { isBreached } from './breached.ts';
import { estimate } from './strength.ts';

const username = 'ana.lund@contoso.example';
const problem = (password: string) => passwordProblem(username, password, estimate(username, password));

describe('the estimate of a password', () => {
  it.each([
    ['passwordpassword', /^Many people use/],
    ['1qaz2wsx3edc4rfv', /^Many people use/],
    ['Password1234567', /^This is easy to guess/],
    ['qwertyuiopasdfghjkl', /^This is easy to guess/],
    ['contosocontosocontoso', /^This is easy to guess/],
  ])('refuses %s', (password, expected) => expect(problem(password)).toMatch(expected));

  it.each(['quiet harbour lamp seven', 'correct-glacier-violin', 'xV7#qLm2!rTz9@wK'])('takes %s', (password) =>
    expect(problem(password)).toBeUndefined(),
  );

  it('of a pasted book takes no longer than one of a page', () => {
    expect(estimate(username, 'lorem ipsum dolor '.repeat(50_000)).score).toBeGreaterThanOrEqual(0);
  });
});

describe('a breached password', () => {
  const password = 'password';
  /** Its SHA-1, as every list of breached passwords has it. */
  const hex = '5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8';

  it('is found by the first five digits of its SHA-1, which is all that is asked for', async () => {
    const asked: string[] = [];
    const find = async (prefix: string) => {
      asked.push(prefix);
      return ['0'.repeat(35), hex.slice(5)];
    };
    expect(await isBreached(password, find)).toBe(true);
    expect(await isBreached(`${password}!`, find)).toBe(false);
    expect(asked[0]).toBe(hex.slice(0, 5));
  });

  it('is not known where the operator has no list', async () =>
    expect(await isBreached(password, async () => null)).toBe(false));
});
