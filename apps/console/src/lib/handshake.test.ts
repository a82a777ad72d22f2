import { detached } from '@patchkeep/contract/dashboards';
import { detachedBase } from '@patchkeep/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { fakeCaller, type Reply } from '../testkit/fake-fetch.ts';
import { sampleHandshake } from '../testkit/sample-handshake.ts';
import type { CallFailure } from './failure.ts';
import { createHandshaker, localTime } from './handshake.ts';
import { createSessionStore } from './session-store.ts';

const good = { body: sampleHandshake() };
const screen = {
  body: {
    dashboardUuid: '00000000-0000-0000-0000-000000000000',
    heading: 'Dashboard',
    siteName: 'Contoso DK',
    username: 'ana@contoso.example',
    expires: '2026-12-15T12:00:00.000Z',
    isUat: false,
  },
};

/** A handshaker over a faked network, with a clock that ticks when the test says so. */
const setUp = (replies: Reply[], bearer?: string) => {
  const session = createSessionStore();
  const realm = bearer === undefined ? {} : { base: detachedBase, bearer };
  const { call, sent, waits: retryWaits } = fakeCaller(replies, realm);
  const waits: number[] = [];
  const shown: CallFailure[] = [];
  const timers: { ms: number; run(): void; isStopped: boolean }[] = [];
  const handshaker = createHandshaker({
    call,
    session,
    now: () => new Date('2026-11-15T02:05:00Z'),
    wait: async (ms) => void waits.push(ms),
    every: (ms, run) => {
      const timer = { ms, run, isStopped: false };
      timers.push(timer);
      return () => void (timer.isStopped = true);
    },
    greetDetached: bearer === undefined ? undefined : async () => session.enterDetached(await call(detached.ehlo, {})),
    show: (failure) => shown.push(failure),
  });
  const tick = async () => {
    for (const timer of timers) if (!timer.isStopped) timer.run();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { handshaker, session, sent, waits, retryWaits, shown, timers, tick };
};

describe('the handshake', () => {
  it('asks GET /ehlo with ts, localTime and utcTime', async () => {
    const { handshaker, sent } = setUp([good]);
    await handshaker.start();
    expect([sent[0]?.method, sent[0]?.address.pathname]).toEqual(['GET', '/api/corporate/ui/ehlo']);
    const query = sent[0]?.address.searchParams;
    expect(query?.get('ts')).toBe(String(Date.parse('2026-11-15T02:05:00Z')));
    expect(query?.get('utcTime')).toBe('2026-11-15T02:05:00.000Z');
    expect(query?.get('localTime')).toMatch(/^2026-11-1[45]T\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
    expect(query?.has('accessToken')).toBe(false);
  });

  it('shows the access token of a detached tab as a bearer, never in an address [DASH-28]', async () => {
    const { handshaker, sent, session } = setUp([screen], 'a-token');
    await handshaker.start();
    expect(sent[0]?.address.pathname).toBe('/api/dashboard/ui/ehlo');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer a-token');
    expect(String(sent[0]?.address)).not.toContain('a-token');
    expect(session.get()).toMatchObject({ isLoggedIn: true, username: 'ana@contoso.example', handshake: null });
  });

  it.each([
    [60, '2026-11-15T03:05:00+01:00'],
    [-210, '2026-11-14T22:35:00-03:30'],
    [0, '2026-11-15T02:05:00+00:00'],
  ])('writes the local time with an offset of %i minutes', (offset, expected) => {
    expect(localTime(new Date('2026-11-15T02:05:00Z'), offset)).toBe(expected);
  });

  it('enters the session [SES-04]', async () => {
    const { handshaker, session } = setUp([good]);
    await handshaker.start();
    expect(session.get()).toMatchObject({ isLoggedIn: true, jumpToLogin: false, username: 'ana@contoso.example' });
  });

  it('refreshes every 300000 ms [SES-12]', async () => {
    const { handshaker, sent, timers, tick } = setUp([good]);
    await handshaker.start();
    expect(timers.map(({ ms }) => ms)).toEqual([300_000]);
    await tick();
    expect(sent).toHaveLength(2);
  });
});

describe('before login', () => {
  it('a failing handshake is tried again [SES-13]', async () => {
    const { handshaker, session, waits } = setUp([{ status: 500 }, new TypeError('offline'), good]);
    await handshaker.start();
    expect(waits).toEqual([2_000, 2_000]);
    expect(session.get().isLoggedIn).toBe(true);
  });

  it('five retries are the last, then the way leads to login [SES-13] [SES-15]', async () => {
    const { handshaker, session, sent } = setUp([{ status: 500 }]);
    await handshaker.start();
    expect(sent).toHaveLength(6);
    expect(session.get()).toMatchObject({ isLoggedIn: false, jumpToLogin: true });
  });

  it('a 401 is not tried again: it ends the session [SES-11]', async () => {
    const { handshaker, session, sent, timers } = setUp([{ status: 401 }]);
    await handshaker.start();
    expect(sent).toHaveLength(1);
    expect(session.get()).toMatchObject({ handshake: null, jumpToLogin: true });
    expect(timers).toHaveLength(0);
  });

  it('a busy server is the general failure, after the retries of the call [ERR-20]', async () => {
    const { handshaker, session, shown, retryWaits } = setUp([{ status: 503 }]);
    await handshaker.start();
    expect(retryWaits).toEqual([3_000, 3_000, 3_000]);
    expect(shown.map(({ type }) => type)).toEqual([503]);
    expect(session.get().jumpToLogin).toBe(false);
  });

  it('a failing handshake of a detached tab shows Permission denied and stays [SES-15]', async () => {
    const { handshaker, session, shown } = setUp([{ status: 401, body: { code: 404 } }], 'old-token');
    await handshaker.start();
    expect(shown.map(({ type, code }) => [type, code])).toEqual([[403, undefined]]);
    expect(session.get()).toMatchObject({ handshake: null, jumpToLogin: false });
  });
});

describe('the periodic refresh', () => {
  it('tolerates 12 failures in a row; the 13th stops it and leads to login [SES-14]', async () => {
    const { handshaker, session, tick, timers } = setUp([good, { status: 500 }]);
    await handshaker.start();
    for (let failure = 1; failure <= 12; failure++) await tick();
    expect(session.get().isLoggedIn).toBe(true);
    await tick();
    expect(session.get()).toMatchObject({ isLoggedIn: false, jumpToLogin: true });
    expect(timers.every(({ isStopped }) => isStopped)).toBe(true);
  });

  it('counts failures in a row: a success forgives them [SES-14]', async () => {
    const failures = Array.from({ length: 12 }, (): Reply => ({ status: 500 }));
    const { handshaker, session, tick } = setUp([good, ...failures, good, ...failures, good]);
    await handshaker.start();
    for (let round = 0; round < 26; round++) await tick();
    expect(session.get().isLoggedIn).toBe(true);
  });

  it('of a detached tab gives up without leaving: the redirect is suppressed [SES-14] [SES-15]', async () => {
    const { handshaker, session, tick, shown } = setUp([screen, { status: 500 }], 'a-token');
    await handshaker.start();
    for (let failure = 1; failure <= 13; failure++) await tick();
    expect(session.get()).toMatchObject({ isLoggedIn: false, jumpToLogin: false });
    expect(shown.map(({ type }) => type)).toEqual([403]);
  });

  it('that meets a 401 ends the session at once [SES-11]', async () => {
    const { handshaker, session, tick } = setUp([good, { status: 401 }]);
    await handshaker.start();
    await tick();
    expect(session.get()).toMatchObject({ handshake: null, jumpToLogin: true });
  });

  it('that meets a newer server shows it [ERR-16]', async () => {
    const { handshaker, session, tick, shown } = setUp([
      { ...good, headers: { 'x-current-version': '1' } },
      { ...good, headers: { 'x-current-version': '2' } },
    ]);
    await handshaker.start();
    await tick();
    expect(shown.map(({ type }) => type)).toEqual([-1]);
    expect(session.get().isLoggedIn).toBe(true);
  });

  it('is about the site that the tab is about to show', async () => {
    const { handshaker, sent } = setUp([good]);
    await handshaker.start();
    await handshaker.refresh('22222222-2222-4222-8222-222222222222');
    expect(sent.map(({ headers }) => headers.get('x-site'))).toEqual([null, '22222222-2222-4222-8222-222222222222']);
  });
});
