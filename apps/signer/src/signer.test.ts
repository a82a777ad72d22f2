import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge, nextRoot, type Trust } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCheckpointer } from './checkpoints.ts';
import { holdCeremony, signerFolder } from './keys.ts';
import { rotate } from './rotate.ts';
import { serveSigner } from './serve.ts';
import { openSigner, signingRequest, type SigningRequest, TooMany } from './signer.ts';

let folder: string;
let folders: { offline: string; signer: string };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-signer-'));
  folders = { offline: join(folder, 'offline'), signer: join(folder, 'signer') };
  holdCeremony({ ...folders, now: new Date() });
});
afterEach(() => rmSync(folder, { recursive: true }));

const [site, agent] = [randomUUID(), randomUUID()];
const request = (count = 1): SigningRequest => ({
  site,
  orders: Array.from({ length: count }, () => ({
    agent,
    task: randomUUID(),
    kind: 'inspect' as const,
    statementHash: null,
    options: {},
    kbs: [],
    attempt: 1,
    secondsToLive: 3_600,
  })),
});
const firstTrust = (root: string): Trust => ({
  agent,
  site,
  root: readRoot(root),
  siteVersion: 0,
  incarnation: 0,
  sequence: 0,
  releases: {},
  latest: 0,
});
const all = { refusedKinds: [], refusedChannels: [] };

describe('the ceremony', () => {
  it('keeps what must be offline apart, and all keys to their owner', () => {
    expect(readdirSync(folders.offline).toSorted()).toEqual(
      ['root-1.pem', 'root-2.pem', 'root-3.pem', 'catalogue-1.pem', 'catalogue-2.pem'].toSorted(),
    );
    expect(readdirSync(folders.signer).toSorted()).toEqual([
      'checkpoints.pem',
      'incarnation',
      'root.json',
      'sites.pem',
    ]);
    for (const name of readdirSync(folders.offline))
      expect(statSync(join(folders.offline, name)).mode & 0o777).toBe(0o600);
  });

  it('is not held twice over the same keys', () => {
    expect(() => holdCeremony({ ...folders, now: new Date() })).toThrow('EEXIST');
  });
});

describe('a rotation', () => {
  const renewedSigner = (renew: ('root' | 'catalogue')[] = []) => {
    const out = join(folder, `signer-${renew.join('-')}`);
    rotate({ ...folders, out, renew, now: new Date() });
    return openSigner(out, { ordersPerMinute: 10 });
  };

  it('leaves the old directors with nobody to direct, once a host has followed', () => {
    const stolen = openSigner(folders.signer, { ordersPerMinute: 10 });
    const { root, steps, sign } = renewedSigner();
    expect(steps).toEqual([root]);
    const pinned = firstTrust(stolen.root);
    const followed = { ...pinned, root: nextRoot(root, pinned.root, Date.now()) };
    const signedBy = ({ orders: [order = ''], ...rest }: ReturnType<typeof sign>) => ({
      ...rest,
      order,
      package: null,
    });
    expect(judge(signedBy(sign(request())), followed, all, Date.now()).order.kind).toBe('inspect');
    expect(() => judge(signedBy(stolen.sign(request())), followed, all, Date.now())).toThrow('notSigned');
    expect(() => judge(signedBy(sign(request())), pinned, all, Date.now())).toThrow('notSigned');
    expect(readdirSync(folders.offline)).toHaveLength(5);
  });

  it('may replace the offline keys too, step by step, and back to none', () => {
    const first = readRoot(openSigner(folders.signer, { ordersPerMinute: 1 }).root);
    renewedSigner(['root', 'catalogue']);
    const again = join(folder, 'again');
    rotate({
      offline: folders.offline,
      signer: join(folder, 'signer-root-catalogue'),
      out: again,
      renew: [],
      now: new Date(),
    });
    const { steps } = openSigner(again, { ordersPerMinute: 1 });
    const second = nextRoot(steps[0] ?? '', first, Date.now());
    expect(second.root.keys.some((key) => first.root.keys.includes(key))).toBe(false);
    expect(nextRoot(steps[1] ?? '', second, Date.now()).version).toBe(3);
    expect(() => nextRoot(steps[1] ?? '', first, Date.now())).toThrow('notSigned');
    expect(() => nextRoot(steps[0] ?? '', second, Date.now())).toThrow('rootNotNext');
  });

  it('needs enough of the root keys, and a folder that is not there', () => {
    for (const name of ['root-1.pem', 'root-2.pem']) rmSync(join(folders.offline, name));
    expect(() => renewedSigner()).toThrow('notSigned');
    expect(() => rotate({ ...folders, out: folders.signer, renew: [], now: new Date() })).toThrow('there already');
  });
});

describe('the signer', () => {
  it('signs orders that a host of the site accepts, each once and in their order', () => {
    const signer = openSigner(folders.signer, { ordersPerMinute: 10 });
    const { site: siteText, freshness, orders } = signer.sign(request(3));
    let trust = firstTrust(signer.root);
    for (const order of orders) {
      const accepted = judge({ site: siteText, freshness, order, package: null }, trust, all, Date.now());
      trust = accepted.trust;
    }
    expect(() =>
      judge({ site: siteText, freshness, order: orders[1] ?? '', package: null }, trust, all, Date.now()),
    ).toThrow('replayed');
  });

  it('lets an order count no longer than its own limit, whatever it is asked for', () => {
    const signer = openSigner(folders.signer, { ordersPerMinute: 10, orderSeconds: 5 });
    const { orders, ...rest } = signer.sign(request());
    const delivery = { ...rest, order: orders[0] ?? '', package: null };
    const trust = firstTrust(signer.root);
    const { order } = judge(delivery, trust, all, Date.now());
    expect(order.expires - order.notBefore).toBe(5_000);
    expect(() => judge(delivery, trust, all, order.expires)).toThrow('expired');
  });

  it('signs an upgrade of a system package for a name and a version that apt can read as nothing else', () => {
    const asked = (systemPackage: object) => {
      const { orders } = request();
      return { site, orders: orders.map((order) => ({ ...order, kind: 'upgrade-system-package', systemPackage })) };
    };
    const read = signingRequest.parse(asked({ name: 'openssl', version: '1:3.0.17-1~deb12u2' }));
    const signer = openSigner(folders.signer, {});
    const signed = signer.sign(read);
    const delivery = { ...signed, order: signed.orders[0] ?? '', package: null };
    expect(judge(delivery, firstTrust(signer.root), all, Date.now()).order.systemPackage).toEqual({
      name: 'openssl',
      version: '1:3.0.17-1~deb12u2',
    });
    for (const [name, version] of [
      ['--purge', '1'],
      ['openssl', '1.0-'],
      ['openssl', '--force-yes'],
      ['openssl netcat', '1'],
    ])
      expect([name, version, signingRequest.safeParse(asked({ name, version })).success]).toEqual([
        name,
        version,
        false,
      ]);
  });

  it('goes on counting after a restart', () => {
    const early = openSigner(folders.signer, { ordersPerMinute: 10 });
    const first = early.sign(request(2));
    const second = openSigner(folders.signer, { ordersPerMinute: 10 }).sign(request());
    const { trust } = judge(
      { ...first, order: first.orders[0] ?? '', package: null },
      firstTrust(early.root),
      all,
      Date.now(),
    );
    expect(judge({ ...second, order: second.orders[0] ?? '', package: null }, trust, all, Date.now()).order.kind).toBe(
      'inspect',
    );
  });

  it('tells a site no more in a minute than its limit, whoever asks', () => {
    let now = new Date('2026-11-15T12:00:00Z');
    const signer = openSigner(folders.signer, { ordersPerMinute: 5 }, () => now);
    signer.sign(request(5));
    expect(() => signer.sign(request())).toThrow(TooMany);
    expect(() => signer.sign({ ...request(), site: randomUUID() })).not.toThrow();
    now = new Date('2026-11-15T12:01:00Z');
    expect(() => signer.sign(request(5))).not.toThrow();
  });

  it('makes everything before a new incarnation worthless', () => {
    const old = openSigner(folders.signer, { ordersPerMinute: 10 }).sign(request());
    writeFileSync(signerFolder(folders.signer).incarnation, '2\n');
    const signer = openSigner(folders.signer, { ordersPerMinute: 10 });
    const fresh = signer.sign(request());
    const { trust } = judge(
      { ...fresh, order: fresh.orders[0] ?? '', package: null },
      firstTrust(signer.root),
      all,
      Date.now(),
    );
    expect(() => judge({ ...old, order: old.orders[0] ?? '', package: null }, trust, all, Date.now())).toThrow(
      'rolledBackIncarnation',
    );
  });

  it('listens on a socket, and answers nothing but what it is for', async () => {
    const socket = join(folder, 'signer.sock');
    const signer = openSigner(folders.signer, { ordersPerMinute: 2 });
    const serving = await serveSigner({ signer, checkpointer: openCheckpointer(folders.signer) }, socket);
    const ask = (method: string, path: string, body?: unknown): Promise<{ status: number; body: string }> =>
      new Promise((resolve, reject) => {
        const outgoing = http.request({ socketPath: socket, method, path }, (incoming) => {
          let text = '';
          incoming.on('data', (part) => (text += String(part)));
          incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: text }));
        });
        outgoing.on('error', reject);
        outgoing.end(body === undefined ? undefined : JSON.stringify(body));
      });
    try {
      expect((await ask('POST', '/sign', request(2))).status).toBe(200);
      expect((await ask('POST', '/sign', request())).status).toBe(429);
      expect((await ask('POST', '/sign', { ...request(), incarnation: 9 })).status).toBe(400);
      expect((await ask('POST', '/sign', 'x')).status).toBe(400);
      expect((await ask('GET', '/sites.pem')).status).toBe(404);
      expect(readRoot(JSON.parse((await ask('GET', '/root')).body).root).version).toBe(1);
    } finally {
      await serving.close();
    }
  });
});
