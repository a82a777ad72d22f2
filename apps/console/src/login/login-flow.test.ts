import { describe, expect, it } from 'vitest';
import { fakeCaller, type Reply } from '../testkit/fake-fetch.ts';
import { loginTexts, signIn } from './login-flow.ts';

const attempt = async (reply: Reply) => {
  const { call, sent, waits } = fakeCaller([reply]);
  const hash = async (username: string, password: string) => `${username}${password}`.padEnd(43, 'x');
  return { step: await signIn({ call, hash }, 'ana', 'secret'), sent, waits };
};

describe('signing in', () => {
  it('sends the hash, never the password', async () => {
    const { step, sent } = await attempt({ body: { step: 'signedIn' } });
    expect(step).toEqual({ step: 'signedIn' });
    expect(sent[0]?.address.pathname).toBe('/api/corporate/ui/login');
    expect(sent[0]?.body).toEqual({
      username: 'ana',
      passwordHash: 'anasecret'.padEnd(43, 'x'),
      passwordHashVersion: 1,
    });
  });

  it('may be asked for a second factor', async () => {
    const { step } = await attempt({ body: { step: 'secondFactor', methods: ['totp', 'recovery'] } });
    expect(step).toEqual({ step: 'secondFactor', methods: ['totp', 'recovery'] });
  });

  it.each<[string, Reply, string]>([
    ['wrong credentials', { status: 401 }, loginTexts.wrong],
    ['too many attempts', { status: 429 }, loginTexts.throttled],
    ['a busy server', { status: 503 }, loginTexts.busy],
    ['no network', new TypeError('offline'), loginTexts.unreachable],
    ['anything else', { status: 500 }, loginTexts.other],
  ])('is refused with a sentence for %s, without waiting', async (_case, reply, message) => {
    const { step, waits } = await attempt(reply);
    expect(step).toEqual({ step: 'refused', message });
    expect(waits).toEqual([]);
  });
});
