import { describe, expect, it } from 'vitest';
import { fakeCaller, type Reply } from '../../testkit/fake-fetch.ts';
import { sampleHandshake } from '../../testkit/sample-handshake.ts';
import { createSessionStore } from '../session-store.ts';
import { createReset, followJumpToLogin } from './reset.ts';
import type { SignedOutProvider } from './sign-out.ts';

const setUp = (reply: Reply, hash = '') => {
  const session = createSessionStore();
  session.enter(sampleHandshake());
  const { call, sent } = fakeCaller([reply]);
  const warnings: string[] = [];
  const moves: string[] = [];
  const emptied: string[] = [];
  const kept: SignedOutProvider[] = [];
  const reset = createReset({
    call,
    session,
    warn: (message) => warnings.push(message),
    keepSignOut: (provider) => kept.push(provider),
  });
  reset.onReset(() => emptied.push('queries'));
  reset.onReset(() => emptied.push('forms'));
  followJumpToLogin(session, { hash, assign: (address) => moves.push(address) });
  return { ...reset, session, sent, warnings, moves, emptied, kept };
};

describe('logout', () => {
  it('posts /logout, resets all stores and sets jumpToLogin [SES-16] [SES-18]', async () => {
    const { logout, sent, emptied, session, warnings } = setUp({ body: { provider: null } });
    await logout();
    expect([sent[0]?.method, sent[0]?.address.pathname]).toEqual(['POST', '/api/corporate/ui/logout']);
    expect(emptied).toEqual(['queries', 'forms']);
    expect(session.get()).toMatchObject({ handshake: null, isLoggedIn: false, username: '', jumpToLogin: true });
    expect(warnings).toEqual([]);
  });

  it('keeps which identity provider is to end the session too', async () => {
    const provider = { label: 'Contoso', address: null, state: 's' };
    const { logout, kept } = setUp({ body: { provider } });
    await logout();
    expect(kept).toEqual([provider]);
  });

  it.each([[{ status: 500 }], [{ status: 401 }], [new TypeError('offline')]])(
    'that fails is only logged, and the session is cleared all the same [SES-17]',
    async (reply) => {
      const { logout, emptied, session, warnings } = setUp(reply);
      await logout();
      expect(warnings).toHaveLength(1);
      expect(emptied).toHaveLength(2);
      expect(session.get().jumpToLogin).toBe(true);
    },
  );
});

describe('a reset', () => {
  it('resets all stores and sets jumpToLogin without a call [SES-18]', () => {
    const { reset, sent, emptied, session } = setUp({ body: { provider: null } });
    reset();
    expect([sent, emptied.length, session.get().jumpToLogin]).toEqual([[], 2, true]);
  });
});

describe('jumpToLogin', () => {
  it('moves the browser to the login address, once [SES-19]', () => {
    const { session, moves } = setUp({ body: { provider: null } });
    expect(moves).toEqual([]);
    session.jumpToLogin();
    session.jumpToLogin();
    expect(moves).toEqual(['/login']);
  });

  it.each([
    ['#/hosts?q=srv&site=1', '/login#/hosts?q=srv&site=1'],
    ['#/?site=1', '/login'],
    ['#/logout?site=1', '/login'],
  ])('takes %s along, so that signing in leads back to it', (hash, address) => {
    const { session, moves } = setUp({}, hash);
    session.jumpToLogin();
    expect(moves).toEqual([address]);
  });
});
