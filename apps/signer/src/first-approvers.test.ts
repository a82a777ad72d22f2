import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApproved } from '@patchkeep/orders/custom/approval';
import { fileApprover, passkeyApprover, testOrigin, testRpId } from '@patchkeep/orders/custom/approver.factory';
import {
  type Approvers,
  approvers,
  firstApproversWait,
  nextApprovers,
  vouchersOf,
} from '@patchkeep/orders/custom/approvers';
import { readRoot } from '@patchkeep/orders/root';
import { canonical } from '@patchkeep/orders/statements';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approveFile, nameApprovers } from './approving.ts';
import {
  firstApproversRequest,
  listFirstApprovers,
  NamedAlready,
  NoApprovers,
  TooManyNamed,
} from './first-approvers.ts';
import { holdCeremony } from './keys.ts';
import { rotate } from './rotate.ts';
import { openSigner, TooMany } from './signer.ts';

let folder: string;
let home: string;
let offline: string;
let now: Date;
const clock = () => now;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-approvers-'));
  home = join(folder, 'signer');
  offline = join(folder, 'offline');
  now = new Date('2026-11-19T12:00:00Z');
  holdCeremony({ offline, signer: home, now });
});
afterEach(() => rmSync(folder, { recursive: true }));

const anna = passkeyApprover('ES256');
const site = randomUUID();
const wish = (more: object = {}) => ({
  site,
  threshold: 1,
  rpId: testRpId,
  origins: [testOrigin],
  keys: [anna.listed] as unknown[],
  ...more,
});
const rootOf = (place: string) => readRoot(readFileSync(join(place, 'root.json'), 'utf8'));

describe('the first approvers of a site', () => {
  it('are named by the signer with its own time, count 72 hours later, and are believed by hosts', () => {
    const { statement, madeAt, starts, isNew } = openSigner(home, {}, clock).nameFirstApprovers(wish());
    expect([madeAt, starts - madeAt, isNew]).toEqual([now.getTime(), firstApproversWait, true]);
    const pinned = nextApprovers(statement, { site, root: rootOf(home) }, now.getTime());
    expect(pinned.startsAt).toBe(now.getTime() + firstApproversWait);
  });

  it('are named once, also after a restart and with new keys; the same again is the same statement', () => {
    const first = openSigner(home, {}, clock).nameFirstApprovers(wish());
    now = new Date(now.getTime() + 3_600_000);
    const restarted = openSigner(home, {}, clock);
    expect(restarted.nameFirstApprovers(wish())).toMatchObject({
      hash: first.hash,
      madeAt: first.madeAt,
      isNew: false,
    });
    expect(() => restarted.nameFirstApprovers(wish({ keys: [fileApprover().listed] }))).toThrow(NamedAlready);
    const out = join(folder, 'renewed');
    rotate({ offline, signer: home, out, renew: [], now });
    const renewed = openSigner(out, {}, clock);
    expect(() => renewed.nameFirstApprovers(wish({ threshold: 1, keys: [fileApprover().listed] }))).toThrow(
      NamedAlready,
    );
    const again = renewed.nameFirstApprovers(wish());
    expect(again.hash).toBe(first.hash);
    expect(nextApprovers(again.statement, { site, root: rootOf(out) }, now.getTime(), true).startsAt).toBe(
      first.starts,
    );
    expect(listFirstApprovers(out)).toEqual([expect.objectContaining({ site, hash: first.hash })]);
  });

  it('are not named where the server says when, or what is no statement, or for too many sites a day', () => {
    const signer = openSigner(home, { firstApproversPerDay: 2 }, clock);
    const named = (more: object) => () => signer.nameFirstApprovers(wish(more));
    expect(firstApproversRequest.safeParse({ ...wish(), madeAt: 0, starts: 0 }).success).toBe(false);
    expect(signer.nameFirstApprovers(wish()).madeAt).toBe(now.getTime());
    expect(named({ site: randomUUID(), threshold: 2 })).toThrow(NoApprovers);
    expect(named({ site: randomUUID(), origins: ['https://evil.example'] })).toThrow(NoApprovers);
    signer.nameFirstApprovers(wish({ site: randomUUID() }));
    expect(named({ site: randomUUID() })).toThrow(TooManyNamed);
  });
});

describe('a key in a file', () => {
  const statement = (): Approvers => {
    const { site: _site, ...rest } = wish();
    const time = now.getTime();
    return approvers.schema.parse({ ...rest, site, version: 1, former: null, madeAt: time, starts: time });
  };
  const write = (text: string): string => {
    const path = join(folder, 'statement.json');
    writeFileSync(path, text);
    return path;
  };

  it('signs what the console gave out, beside others', () => {
    const [one, two] = [fileApprover(), fileApprover()];
    const [text, out] = [canonical(statement()), join(folder, 'out')];
    for (const { key } of [one, two, one]) expect(approveFile(write(text), key, out)).toContain('"threshold": 1');
    const both = vouchersOf({ ...statement(), threshold: 2, keys: [one.listed, two.listed] });
    expect(openApproved(readFileSync(out, 'utf8'), approvers.type, both).toString()).toBe(text);
    expect(() => approveFile(write(canonical({ ...statement(), threshold: 1, madeAt: 1 })), one.key, out)).toThrow(
      'signed for something else',
    );
    expect(() => approveFile(write(`${text.slice(0, -1)},"more":1}`), one.key, out)).toThrow('is no statement');
  });

  it('of the root names approvers at once', () => {
    const out = join(folder, 'out');
    nameApprovers(write(canonical(statement())), offline, out);
    const pinned = nextApprovers(readFileSync(out, 'utf8'), { site, root: rootOf(home) }, now.getTime());
    expect(pinned.startsAt).toBe(now.getTime());
  });
});

it('orders of custom software have a limit of their own', () => {
  const signer = openSigner(home, { perMinuteOfKind: { custom: 2 } }, clock);
  const order = {
    agent: site,
    task: site,
    kind: 'custom',
    statementHash: 'ab'.repeat(32),
    options: {},
    kbs: [],
  } as const;
  const orders = (count: number) => Array.from({ length: count }, () => ({ ...order, attempt: 1, secondsToLive: 60 }));
  const sign = (count: number) => signer.sign({ site, orders: orders(count).map((each) => ({ ...each, kbs: [] })) });
  expect(sign(2).orders).toHaveLength(2);
  expect(() => sign(1)).toThrow(TooMany);
});
