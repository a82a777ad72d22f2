import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startNats } from '../../../../../tools/services/nats.ts';
import { testDatabase } from '../../testkit/database.ts';
import { type Bus, type Hint, listeners } from './bus.ts';
import { openNatsBus } from './nats-bus.ts';
import { openPostgresBus, packHints } from './postgres-bus.ts';

const fail = (error: Error) => {
  throw error;
};

const natsPassword = 'only ever used in tests';

/** Each way of carrying hints, as two processes would open it. */
const adapters = {
  postgres: async () => {
    const database = await testDatabase();
    const open = () => openPostgresBus(database.url('patchkeep_api'), fail);
    return { first: await open(), second: await open(), stop: database.close };
  },
  nats: async () => {
    const server = await startNats();
    const open = () => openNatsBus({ url: server.url }, fail);
    return { first: await open(), second: await open(), stop: server.stop };
  },
  'nats with a user and password': async () => {
    const server = await startNats(['--user', 'patchkeep', '--pass', natsPassword]);
    const open = () => openNatsBus({ url: server.url, user: 'patchkeep', password: natsPassword }, fail);
    return { first: await open(), second: await open(), stop: server.stop };
  },
};

const collect = (bus: Bus, count: number): Promise<Hint[]> =>
  new Promise((resolve) => {
    const seen: Hint[] = [];
    const stop = bus.subscribe((hint) => {
      seen.push(hint);
      if (seen.length < count) return;
      stop();
      resolve(seen);
    });
  });

describe.each(Object.keys(adapters) as (keyof typeof adapters)[])('the bus over %s', (name) => {
  let opened: { first: Bus; second: Bus; stop: () => Promise<void> };
  beforeAll(async () => {
    opened = await adapters[name]();
  });
  afterAll(async () => {
    await opened.first.close();
    await opened.second.close();
    await opened.stop();
  });
  const hint = (id: string): Hint => ({ customerId: 'c', thing: 'tag', id });

  it('carries a hint to the other process and back to its own', async () => {
    const both = Promise.all([collect(opened.first, 1), collect(opened.second, 1)]);
    await opened.first.publish([hint('one')]);
    expect(await both).toEqual([[hint('one')], [hint('one')]]);
  });

  it('carries many hints at once, all of them', async () => {
    const hints = Array.from({ length: 1_000 }, (_, i) => hint(`many-${i}`));
    const arrived = collect(opened.second, hints.length);
    await opened.first.publish(hints);
    expect((await arrived).map(({ id }) => id).toSorted()).toEqual(hints.map(({ id }) => id).toSorted());
  });

  it('stops telling a listener that left', async () => {
    const heard: Hint[] = [];
    opened.second.subscribe((each) => heard.push(each))();
    const marker = collect(opened.second, 1);
    await opened.first.publish([hint('after')]);
    await marker;
    expect(heard).toEqual([]);
  });

  it('publishes nothing for no hints', async () => {
    await expect(opened.first.publish([])).resolves.toBeUndefined();
  });
});

describe('a NATS server that asks who we are', () => {
  it('is not joined without its password, nor one without TLS by an address that asks for it', async () => {
    const server = await startNats(['--user', 'patchkeep', '--pass', natsPassword]);
    try {
      await expect(openNatsBus({ url: server.url }, fail)).rejects.toThrow(/authorization/i);
      const wrong = { url: server.url, user: 'patchkeep', password: 'guessed' };
      await expect(openNatsBus(wrong, fail)).rejects.toThrow(/authorization/i);
      const overTls = { url: server.url.replace('nats:', 'tls:'), user: 'patchkeep', password: natsPassword };
      await expect(openNatsBus(overTls, fail)).rejects.toThrow(/tls/i);
    } finally {
      await server.stop();
    }
  });
});

describe('what came over the wire', () => {
  it('is heard hint by hint: one with a word that this server does not know silences no other', () => {
    const { subscribe, deliver } = listeners();
    const heard: Hint[] = [];
    subscribe((each) => heard.push(each));
    deliver(
      JSON.stringify([
        { customerId: 'c', thing: 'of a later release' },
        { customerId: 'c', thing: 'host' },
      ]),
    );
    deliver('not json');
    expect(heard).toEqual([{ customerId: 'c', thing: 'host' }]);
  });
});

describe('packing hints for NOTIFY', () => {
  it('keeps every packet below the limit and every hint once', () => {
    const hints = Array.from({ length: 500 }, (_, i): Hint => ({
      customerId: 'ø'.repeat(40),
      thing: 'host',
      id: String(i),
    }));
    const packets = packHints(hints);
    expect(packets.every((packet) => Buffer.byteLength(packet) < 8_000)).toBe(true);
    expect(packets.flatMap((packet) => JSON.parse(packet) as Hint[])).toEqual(hints);
  });
});
