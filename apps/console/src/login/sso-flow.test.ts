import { describe, expect, it } from 'vitest';
import type { Caller } from '../lib/call.ts';
import { CallFailure } from '../lib/failure.ts';
import { loginTexts } from './login-flow.ts';
import { askWays, beginSso, finishSso, isAddress, ssoAnswerIn } from './sso-flow.ts';

const failing =
  (type: number, message: string): Caller =>
  async () => {
    throw new CallFailure({ type, message });
  };
const id = '11111111-1111-4111-8111-111111111111';

describe('single sign-on on the sign-in page', () => {
  it('asks only about what looks like an address', () => {
    const texts = [
      'ana@contoso.example',
      ' ana@contoso.example ',
      'ana',
      'ana@',
      '@x.example',
      'ana@x',
      'a@b@c.example',
      'a@x..y',
    ];
    expect(texts.map(isAddress)).toEqual([true, true, false, false, false, false, false, false]);
  });

  it('offers nothing where the question fails', async () => {
    expect(await askWays(failing(503, 'Busy'), 'a@b.example')).toBeNull();
  });

  it('reads what the identity provider sent, and only on the address for it', () => {
    const search = '?state=s&code=c&iss=https%3A%2F%2Fidp.example&session_state=x';
    expect(ssoAnswerIn({ pathname: `/login/sso/${id}`, search })).toEqual({
      connectionUuid: id,
      state: 's',
      code: 'c',
      iss: 'https://idp.example',
    });
    expect(ssoAnswerIn({ pathname: `/login/sso/${id}`, search: '?error=access_denied' })).toEqual({
      connectionUuid: id,
      state: '',
      error: 'access_denied',
    });
    expect(ssoAnswerIn({ pathname: '/login', search })).toBeUndefined();
    const posted = { SAMLResponse: 'PHg+', RelayState: 's' };
    expect(ssoAnswerIn({ pathname: `/login/sso/${id}`, search: '' }, posted)).toEqual({
      connectionUuid: id,
      state: 's',
      response: 'PHg+',
    });
    expect(ssoAnswerIn({ pathname: '/login', search }, posted)).toBeUndefined();
  });

  it('shows the sentence of the server where it wrote one, else its own', async () => {
    const answer = { connectionUuid: id, state: 's' };
    expect(await finishSso(failing(403, 'Nobody.'), answer)).toEqual({ step: 'refused', message: 'Nobody.' });
    expect(await finishSso(failing(503, 'Busy'), answer)).toEqual({ step: 'refused', message: loginTexts.busy });
    expect(await beginSso(failing(502, 'Away.'), 'a@b.example')).toEqual({ refusal: 'Away.' });
  });
});
