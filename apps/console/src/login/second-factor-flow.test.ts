import { describe, expect, it } from 'vitest';
import { fakeCaller, type Reply } from '../testkit/fake-fetch.ts';
import { loginTexts } from './login-flow.ts';
import { enterCode, secondFactorTexts, signByPasskey } from './second-factor-flow.ts';

describe('the second step of signing in', () => {
  it.each(['totp', 'recovery'] as const)('sends the code to its own address: %s', async (method) => {
    const { call, sent } = fakeCaller([{ body: { step: 'signedIn' } }]);
    expect(await enterCode(call, method, '123456')).toEqual({ step: 'signedIn' });
    expect([sent[0]?.address.pathname, sent[0]?.body]).toEqual([
      `/api/corporate/ui/login/${method}`,
      { code: '123456' },
    ]);
  });

  it.each<[string, Reply, string]>([
    ['a wrong code', { status: 401 }, secondFactorTexts.wrong],
    ['too many attempts', { status: 429 }, loginTexts.throttled],
    ['a busy server', { status: 503 }, loginTexts.busy],
    ['no network', new TypeError('offline'), loginTexts.unreachable],
  ])('says why it is refused: %s', async (_case, reply, message) => {
    expect(await enterCode(fakeCaller([reply]).call, 'totp', '123456')).toEqual({ step: 'refused', message });
  });

  it('begins again with the password once the time is over', async () => {
    expect(await enterCode(fakeCaller([{ status: 410 }]).call, 'totp', '123456')).toEqual({ step: 'startAgain' });
  });
});

describe('a passkey', () => {
  const signed = {
    id: 'a',
    rawId: 'a',
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
  };
  const options = { body: { options: { challenge: 'a' } } };

  it('signs what the server asks for', async () => {
    const { call, sent } = fakeCaller([options, { body: { step: 'signedIn' } }]);
    expect(await signByPasskey({ call, ask: async () => signed })).toEqual({ step: 'signedIn' });
    expect(sent.map(({ address }) => address.pathname)).toEqual([
      '/api/corporate/ui/login/passkey/options',
      '/api/corporate/ui/login/passkey',
    ]);
  });

  it('signs in alone at addresses of its own', async () => {
    const { call, sent } = fakeCaller([options, { body: { step: 'signedIn' } }]);
    expect(await signByPasskey({ call, ask: async () => signed }, true)).toEqual({ step: 'signedIn' });
    expect(sent.map(({ address }) => address.pathname)).toEqual([
      '/api/corporate/ui/login/passkey-alone/options',
      '/api/corporate/ui/login/passkey-alone',
    ]);
  });

  it('that the user does not want to use sends nothing', async () => {
    const { call, sent } = fakeCaller([options]);
    const refused = { step: 'refused', message: secondFactorTexts.wrongPasskey };
    expect(await signByPasskey({ call, ask: () => Promise.reject(new Error('NotAllowedError')) })).toEqual(refused);
    expect(sent).toHaveLength(1);
  });

  it('that is refused says so, and begins again once the time is over', async () => {
    const ask = async () => signed;
    expect(await signByPasskey({ call: fakeCaller([options, { status: 401 }]).call, ask })).toEqual({
      step: 'refused',
      message: secondFactorTexts.wrongPasskey,
    });
    expect(await signByPasskey({ call: fakeCaller([{ status: 410 }]).call, ask })).toEqual({ step: 'startAgain' });
  });
});
