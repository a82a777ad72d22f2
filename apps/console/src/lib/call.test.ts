import { guests } from '@patchkeep/contract/guests';
import { session } from '@patchkeep/contract/session';
import { sites } from '@patchkeep/contract/sites';
import { describe, expect, it } from 'vitest';
import { fakeCaller, testInstance } from '../testkit/fake-fetch.ts';
import { sampleHandshake, sampleSites } from '../testkit/sample-handshake.ts';
import { watchActivity } from './activity.ts';
import { CallFailure, isTold } from './failure.ts';
import { createInstanceId } from './instance.ts';

const handshake = sampleHandshake();
const failureOf = async (promise: Promise<unknown>): Promise<CallFailure> => {
  try {
    await promise;
  } catch (thrown) {
    if (thrown instanceof CallFailure) return thrown;
    throw thrown;
  }
  throw new Error('The call was expected to fail');
};

describe('a call', () => {
  it('goes below the base path with the CSRF header and the instance id, whatever the method [SES-22]', async () => {
    const { call, sent } = fakeCaller([{ body: { currentSite: handshake.currentSite } }]);
    const id = sampleSites[1]?.siteAccountUuid ?? '';
    await call(sites.select, { params: { id } });
    expect(sent[0]?.address.pathname).toBe(`/api/corporate/ui/site/${id}/select`);
    expect(sent[0]?.address.searchParams.get('instanceId')).toBe(testInstance);
    expect(sent[0]?.method).toBe('PATCH');
    expect(sent[0]?.headers.get('x-csrf-token')).toBe('the-csrf');
  });

  it('sends the body as JSON and gives back the parsed answer', async () => {
    const { call, sent } = fakeCaller([{ body: { step: 'signedIn', extra: 1 } }]);
    const body = { username: 'ana', passwordHash: 'A'.repeat(43), passwordHashVersion: 1 as const };
    expect(await call(session.login, { body })).toEqual({ step: 'signedIn' });
    expect(sent[0]?.body).toEqual(body);
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
  });

  it('says that the user was active only after real input since the last call', async () => {
    const target = new EventTarget();
    const takeActivity = watchActivity({
      addEventListener: (type, listener) =>
        target.addEventListener(type, () => listener({ isTrusted: type === 'keydown' })),
    });
    const { call, sent } = fakeCaller([{}], { takeActivity });
    await call(guests.leave, {});
    target.dispatchEvent(new Event('pointerdown'));
    await call(guests.leave, {});
    target.dispatchEvent(new Event('keydown'));
    await call(guests.leave, {});
    await call(guests.leave, {});
    expect(sent.map(({ headers }) => headers.get('x-user-active'))).toEqual([null, null, '1', null]);
  });
});

describe('a call that needs a proof of the user', () => {
  const needed = { status: 403, body: { code: 2101, message: 'Confirm first that it is you.' } };
  const body = { siteName: 'New', siteSettings: undefined };

  it('asks for it and is then sent again as it was', async () => {
    const { call, sent } = fakeCaller([needed, {}], { stepUp: async () => true });
    await call(guests.leave, {});
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ method: 'POST', address: sent[0]?.address });
  });

  it('asks once: a second refusal is a failure', async () => {
    let asked = 0;
    const stepUp = async () => {
      asked += 1;
      return true;
    };
    const { call } = fakeCaller([needed, needed], { stepUp });
    expect((await failureOf(call(guests.leave, {}))).code).toBe(2101);
    expect(asked).toBe(1);
  });

  it('is left without a word when the user does not want to', async () => {
    const { call, sent } = fakeCaller([needed], { stepUp: async () => false });
    expect(isTold(await failureOf(call(sites.create, { body })))).toBe(true);
    expect(sent).toHaveLength(1);
  });
});

describe('a failing call', () => {
  it('wraps code, message and info with the status as type, a note and the instance id [ERR-12] [ERR-13]', async () => {
    const { call } = fakeCaller([
      { status: 409, body: { code: 2004, message: 'in use', info: { field: 'username' } } },
    ]);
    const operation = { verb: 'save', thing: 'site users' } as const;
    const failure = await failureOf(call(guests.leave, {}, { operation, note: 'while adding a user' }));
    expect(failure).toMatchObject({
      type: 409,
      code: 2004,
      message: 'in use',
      info: { field: 'username' },
      note: 'while adding a user',
      instanceId: testInstance,
      operation,
    });
  });

  it('has optional parts only: an empty or foreign body leaves the status [ERR-12]', async () => {
    for (const body of ['', '<html>Bad gateway</html>', '"text"']) {
      const failure = await failureOf(fakeCaller([{ status: 502, body }]).call(guests.leave, {}));
      expect([failure.type, failure.code, failure.info]).toEqual([502, undefined, undefined]);
    }
  });

  it('is of type 0 when no answer comes at all', async () => {
    expect((await failureOf(fakeCaller([new TypeError('offline')]).call(guests.leave, {}))).type).toBe(0);
  });

  it('fails loudly on an answer that breaks the contract', async () => {
    const failure = await failureOf(fakeCaller([{ body: { sites: 'none' } }]).call(sites.selectable, {}));
    expect([failure.type, failure.message]).toEqual([200, 'Unexpected answer']);
  });

  it('leaves an abandoned call to its owner', async () => {
    const signal = AbortSignal.abort();
    const { call } = fakeCaller([new DOMException('gone', 'AbortError')]);
    await expect(call(guests.leave, {}, { signal })).rejects.toThrow('gone');
  });
});

describe('the site of a call', () => {
  it('is the one that the tab shows, unless the call is about another one', async () => {
    const { call, sent } = fakeCaller([{}], { siteId: () => 'shown' });
    await call(guests.leave, {});
    await call(guests.leave, {}, { siteId: 'other' });
    expect(sent.map(({ headers }) => headers.get('x-site'))).toEqual(['shown', 'other']);
  });
});

describe('a busy server', () => {
  it('is asked three more times, 3000 ms apart, and then it is a failure [ERR-20]', async () => {
    const attempts: number[] = [];
    const { call, sent, waits } = fakeCaller([{ status: 503 }], { onRetry: (attempt) => attempts.push(attempt) });
    expect((await failureOf(call(guests.leave, {}))).type).toBe(503);
    expect(sent).toHaveLength(4);
    expect(waits).toEqual([3_000, 3_000, 3_000]);
    expect(attempts).toEqual([1, 2, 3, 0]);
  });

  it('is forgotten as soon as it answers [ERR-20]', async () => {
    const { call, sent } = fakeCaller([{ status: 503 }, { status: 503 }, {}]);
    expect(await call(guests.leave, {})).toEqual({});
    expect(sent).toHaveLength(3);
  });
});

describe('the version of the server', () => {
  const answer = (version?: string) => ({ body: {}, headers: version ? { 'x-current-version': version } : {} });
  it('that differs from the first one seen is a version mismatch of type -1 [ERR-16]', async () => {
    const { call } = fakeCaller([answer('1.0.0'), answer(), answer('1.0.0'), answer('1.1.0')]);
    await call(guests.leave, {});
    await call(guests.leave, {});
    await call(guests.leave, {});
    const failure = await failureOf(call(guests.leave, {}));
    expect([failure.type, failure.message]).toEqual([-1, 'Version Mismatch']);
  });

  it('matters more than the status it came with [ERR-16]', async () => {
    const { call } = fakeCaller([answer('1'), { ...answer('2'), status: 401 }]);
    await call(guests.leave, {});
    expect((await failureOf(call(guests.leave, {}))).type).toBe(-1);
  });
});

describe('the instance id', () => {
  it('is 128 random bits in the shape of an identifier', () => {
    expect(createInstanceId((bytes) => bytes.fill(0xff))).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff');
    const ids = new Set(Array.from({ length: 500 }, () => createInstanceId((bytes) => crypto.getRandomValues(bytes))));
    expect(ids.size).toBe(500);
  });
});
