import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { maxEnvelopeBytes, rawKey, seal } from './envelope.ts';
import {
  type Accepted,
  argumentsFor,
  type Delivery,
  freshFor,
  judge,
  longestLife,
  nextRoot,
  type Trust,
} from './judge.ts';
import { Refused, type RefusalReason } from './refusal.ts';
import {
  type Order,
  readStatement,
  type Root,
  signersOf,
  signStatement,
  type Statement,
  statements,
} from './statements.ts';

/* Whoever holds the server holds the database, the web code and the director's key. The offline keys are elsewhere. */
const key = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
const offline = { root: [key(), key(), key()], catalogue: [key(), key()], sites: [key()] };
const director = key();
const stranger = key();
const role = (keys: readonly KeyObject[], threshold: number) => ({ keys: keys.map(rawKey), threshold });
const now = Date.UTC(2026, 10, 15, 12);
const minute = 60_000;
const year = 365 * 24 * 60 * minute;

const root: Root = {
  version: 1,
  expires: now + year,
  root: role(offline.root, 2),
  catalogue: role(offline.catalogue, 2),
  sites: role(offline.sites, 1),
};
const agent = randomUUID();
const site = randomUUID();
const trust: Trust = {
  agent,
  site,
  root,
  siteVersion: 3,
  incarnation: 7,
  sequence: 40,
  releases: { '7zip': 12 },
  latest: now - minute,
};
const nothingRefused = { refusedKinds: [], refusedChannels: [] };

const siteStatement: Statement<'site'> = { site, version: 3, expires: now + year, director: rawKey(director) };
const freshness: Statement<'freshness'> = { site, incarnation: 7, at: now - minute };
const sevenZip: Statement<'package'> = {
  channelTag: '7zip',
  version: '26.02',
  release: 12,
  expires: now + year,
  sha256: 'ab'.repeat(32),
  bytes: 1_500_000,
  kind: 'msi',
  scope: 'machine',
  installArguments: ['/i', '{file}', '/qn', 'INSTALLDIR={folder}'],
  removeArguments: ['/x'],
  options: { folder: { maxLength: 100, values: null }, language: { maxLength: 5, values: ['en', 'da'] } },
};
const sealedPackage = signStatement('package', sevenZip, offline.catalogue);
const hashOf = (text: string) => readStatement('package', text, { ...signersOf(root.catalogue), threshold: 1 }).hash;
const order: Order = {
  site,
  agent,
  task: randomUUID(),
  kind: 'upgrade-package',
  statementHash: hashOf(sealedPackage),
  options: {},
  kbs: [],
  sequence: 41,
  incarnation: 7,
  notBefore: now - minute,
  expires: now + 60 * minute,
  attempt: 1,
};

const good: Delivery = {
  site: signStatement('site', siteStatement, offline.sites),
  freshness: signStatement('freshness', freshness, [director]),
  order: signStatement('order', order, [director]),
  package: sealedPackage,
};
const ordered = (more: Partial<Order>, by: readonly KeyObject[] = [director]) =>
  signStatement('order', { ...order, ...more }, by);
const deliver = (more: Partial<Delivery> = {}, believed: Trust = trust, clock = now): Accepted =>
  judge({ ...good, ...more }, believed, nothingRefused, clock);

const windowsUpdate = (more: Partial<Order> = {}): Partial<Delivery> => ({
  order: ordered({ kind: 'windows-update', statementHash: null, kbs: [5_068_861], ...more }),
  package: null,
});

/** The reason it is refused for; "executed" when it is not. */
const outcome = (work: () => unknown): RefusalReason | 'executed' => {
  try {
    work();
    return 'executed';
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
};

describe('a host', () => {
  it('does what was signed for it, and remembers before it acts', () => {
    const accepted = deliver();
    expect(accepted.package?.version).toBe('26.02');
    expect(accepted.trust).toMatchObject({ sequence: 41, latest: now });
    expect(outcome(() => deliver({}, accepted.trust))).toBe('replayed');
    expect(outcome(() => deliver({ order: ordered({ kind: 'inspect', statementHash: null }), package: null }))).toBe(
      'executed',
    );
    expect(deliver(windowsUpdate())).toMatchObject({ package: null, order: { kbs: [5_068_861] } });
  });

  it('fills options into arguments, one argument each', () => {
    const given = (options: Record<string, string>) => argumentsFor(deliver({ order: ordered({ options }) }));
    expect(given({})).toEqual(['/i', '/qn']);
    expect(given({ folder: 'C:\\Program Files\\7-Zip /log x' })).toEqual([
      '/i',
      '/qn',
      'INSTALLDIR=C:\\Program Files\\7-Zip /log x',
    ]);
    expect(argumentsFor(deliver({ order: ordered({ kind: 'remove-package' }) }))).toEqual(['/x']);
  });

  it('follows the next root when the old and the new keys sign it', () => {
    const next = { ...root, version: 2, root: role([offline.root[1] ?? stranger, stranger], 2) };
    const both = signStatement('root', next, [...offline.root, stranger]);
    expect(nextRoot(both, root, now).version).toBe(2);
    expect(outcome(() => nextRoot(signStatement('root', next, offline.root), root, now))).toBe('notSigned');
    expect(outcome(() => nextRoot(signStatement('root', next, [stranger]), root, now))).toBe('notSigned');
    expect(
      outcome(() => nextRoot(signStatement('root', { ...next, version: 3 }, [...offline.root, stranger]), root, now)),
    ).toBe('rootNotNext');
    expect(
      outcome(() => nextRoot(signStatement('root', { ...next, expires: now }, [...offline.root, stranger]), root, now)),
    ).toBe('rootExpired');
  });
});

const evilPackage = { ...sevenZip, sha256: 'ee'.repeat(32) };
const sealedBy = (keys: readonly KeyObject[], statement = evilPackage) => signStatement('package', statement, keys);
const withPackage = (text: string): Partial<Delivery> => ({
  package: text,
  order: ordered({ statementHash: readStatement('package', text, everybody).hash }),
});
const everybody = {
  keys: new Map(
    [...offline.catalogue, stranger, director].map((each) => [...signersOf(role([each], 1)).keys][0] ?? ['', each]),
  ),
  threshold: 1,
};
const [oneCatalogueKey = stranger] = offline.catalogue;
const unpack = (text: string) =>
  JSON.parse(text) as { payloadType: string; payload: string; signatures: { keyid: string; sig: string }[] };
const repack = (text: string, change: (envelope: ReturnType<typeof unpack>) => unknown) => {
  const envelope = unpack(text);
  return JSON.stringify(change(envelope) ?? envelope);
};
const rewritten = (text: string, change: (payload: string) => string) =>
  repack(text, (envelope) => ({
    ...envelope,
    payload: Buffer.from(change(Buffer.from(envelope.payload, 'base64').toString())).toString('base64'),
  }));
const respelled = (change: (payload: string) => string) =>
  seal(statements.order.type, Buffer.from(change(Buffer.from(unpack(good.order).payload, 'base64').toString())), [
    director,
  ]);

const attacks: [name: string, reason: RefusalReason, attack: () => unknown][] = [
  ['an order signed by nobody', 'notSigned', () => deliver({ order: ordered({}, []) })],
  ['an order signed by a stranger', 'notSigned', () => deliver({ order: ordered({}, [stranger]) })],
  ['an order signed with an offline key', 'notSigned', () => deliver({ order: ordered({}, offline.catalogue) })],
  ['an order for another host', 'otherAgent', () => deliver({ order: ordered({ agent: randomUUID() }) })],
  ['an order of another site', 'otherSite', () => deliver({ order: ordered({ site: randomUUID() }) })],
  ['an order that was done already', 'replayed', () => deliver({ order: ordered({ sequence: 40 }) })],
  ['an order older than what was done', 'replayed', () => deliver({ order: ordered({ sequence: 3 }) })],
  ['an order that has ended', 'expired', () => deliver({ order: ordered({ expires: now }) })],
  ['an order for later', 'notYet', () => deliver({ order: ordered({ notBefore: now + 10 * minute }) })],
  ['an order that never ends', 'tooLongLived', () => deliver({ order: ordered({ expires: now + longestLife }) })],
  [
    'an order of a former life of the server',
    'rolledBackIncarnation',
    () => deliver({ order: ordered({ incarnation: 6 }) }),
  ],
  [
    'an order of a life to come with the sign of this one',
    'rolledBackIncarnation',
    () => deliver({ order: ordered({ incarnation: 8 }) }),
  ],
  [
    'a clock set back to revive an order',
    'expired',
    () => deliver({ order: ordered({ expires: now - 2 * minute }) }, { ...trust, latest: now }, now - 10 * minute),
  ],
  [
    'a server that has been silent',
    'stale',
    () => deliver({ freshness: signStatement('freshness', { ...freshness, at: now - freshFor - 1 }, [director]) }),
  ],
  [
    'a sign of life from the future',
    'fromTheFuture',
    () => deliver({ freshness: signStatement('freshness', { ...freshness, at: now + 6 * minute }, [director]) }),
  ],
  [
    'a sign of life of another site',
    'otherSite',
    () => deliver({ freshness: signStatement('freshness', { ...freshness, site: randomUUID() }, [director]) }),
  ],
  [
    'a sign of life by a stranger',
    'notSigned',
    () => deliver({ freshness: signStatement('freshness', freshness, [stranger]) }),
  ],
  [
    'a sign of life of a former life',
    'rolledBackIncarnation',
    () => deliver({ freshness: signStatement('freshness', { ...freshness, incarnation: 6 }, [director]) }),
  ],
  [
    'a director named by the director',
    'notSigned',
    () => deliver({ site: signStatement('site', { ...siteStatement, director: rawKey(stranger) }, [director]) }),
  ],
  [
    'a director of another site',
    'otherSite',
    () => deliver({ site: signStatement('site', { ...siteStatement, site: randomUUID() }, offline.sites) }),
  ],
  [
    'a director who was replaced',
    'siteRolledBack',
    () => deliver({ site: signStatement('site', { ...siteStatement, version: 2 }, offline.sites) }),
  ],
  [
    'a director whose time is over',
    'siteExpired',
    () => deliver({ site: signStatement('site', { ...siteStatement, expires: now }, offline.sites) }),
  ],
  ['a package the director vouches for', 'notSigned', () => deliver(withPackage(sealedBy([director])))],
  ['a package with one signature of two', 'notSigned', () => deliver(withPackage(sealedBy([oneCatalogueKey])))],
  [
    'a package signed twice by one key',
    'notSigned',
    () => deliver(withPackage(sealedBy([oneCatalogueKey, oneCatalogueKey]))),
  ],
  [
    'a package signed by one key and a stranger',
    'notSigned',
    () => deliver(withPackage(sealedBy([oneCatalogueKey, stranger]))),
  ],
  [
    'another package than the one ordered',
    'packageMixedUp',
    () => deliver({ package: sealedBy(offline.catalogue, { ...sevenZip, version: '23.01' }) }),
  ],
  [
    'an old release of the package',
    'packageRolledBack',
    () => deliver(withPackage(sealedBy(offline.catalogue, { ...sevenZip, release: 11 }))),
  ],
  [
    'a package nobody vouches for any more',
    'packageExpired',
    () => deliver(withPackage(sealedBy(offline.catalogue, { ...sevenZip, expires: now }))),
  ],
  ['an order whose package is missing', 'packageMissing', () => deliver({ package: null })],
  ['an order that names no package', 'packageMissing', () => deliver({ order: ordered({ statementHash: null }) })],
  ['a restart that brings a package', 'packageNotWanted', () => deliver({ order: ordered({ kind: 'restart' }) })],
  [
    'a restart with options',
    'optionUnknown',
    () =>
      deliver({ order: ordered({ kind: 'restart', statementHash: null, options: { folder: 'x' } }), package: null }),
  ],
  [
    'a restart whose words leave their quotes',
    'optionInvalid',
    () =>
      deliver({
        order: ordered({ kind: 'restart', statementHash: null, options: { message: 'x" & calc & "' } }),
        package: null,
      }),
  ],
  [
    'a Windows update without its number',
    'kindMixedUp',
    () => deliver({ order: ordered({ kind: 'windows-update', statementHash: null }), package: null }),
  ],
  [
    'a Windows update that brings a package',
    'packageNotWanted',
    () => deliver({ ...windowsUpdate(), package: sealedPackage }),
  ],
  [
    'a Windows update with options',
    'optionUnknown',
    () => deliver(windowsUpdate({ options: { source: 'http://evil/' } })),
  ],
  [
    'a Windows update that is no number',
    'malformed',
    () => deliver({ order: respelled((payload) => payload.replace('"kbs":[]', '"kbs":["5068861; calc"]')) }),
  ],
  ['an upgrade that names Windows updates', 'kindMixedUp', () => deliver({ order: ordered({ kbs: [5_068_861] }) })],
  [
    'an option the package does not have',
    'optionUnknown',
    () => deliver({ order: ordered({ options: { transforms: 'http://evil/x.mst' } }) }),
  ],
  [
    'an option named like a part of every object',
    'optionUnknown',
    () => deliver({ order: ordered({ options: { constructor: 'x' } }) }),
  ],
  [
    'an option that leaves its quotes',
    'optionInvalid',
    () => deliver({ order: ordered({ options: { folder: 'C:\\" EVIL=1 "' } }) }),
  ],
  [
    'an option with a line break',
    'optionInvalid',
    () => deliver({ order: ordered({ options: { folder: 'C:\\a\nb' } }) }),
  ],
  [
    'an option that is too long',
    'optionInvalid',
    () => deliver({ order: ordered({ options: { folder: 'x'.repeat(101) } }) }),
  ],
  ['an option outside its list', 'optionInvalid', () => deliver({ order: ordered({ options: { language: 'xx' } }) })],
  ['an order passed off as a sign of life', 'wrongType', () => deliver({ freshness: good.order })],
  ['a sign of life passed off as an order', 'wrongType', () => deliver({ order: good.freshness })],
  [
    'an order under the name of another type',
    'notSigned',
    () =>
      deliver({
        freshness: repack(good.order, (envelope) => ({ ...envelope, payloadType: statements.freshness.type })),
      }),
  ],
  [
    'an order changed after signing',
    'notSigned',
    () => deliver({ order: rewritten(good.order, (payload) => payload.replace('upgrade', 'install')) }),
  ],
  ['an order cut short', 'malformed', () => deliver({ order: good.order.slice(0, -20) })],
  [
    'an order of a quarter of a megabyte',
    'tooLarge',
    () => deliver({ order: good.order.padEnd(maxEnvelopeBytes + 1) }),
  ],
  [
    'an envelope with something more',
    'malformed',
    () => deliver({ order: repack(good.order, (envelope) => ({ ...envelope, more: 1 })) }),
  ],
  [
    'an envelope of a hundred signatures',
    'malformed',
    () =>
      deliver({
        order: repack(good.order, (envelope) => ({
          ...envelope,
          signatures: Array.from({ length: 100 }, () => envelope.signatures[0]),
        })),
      }),
  ],
  [
    'an order with a field nobody knows',
    'malformed',
    () => deliver({ order: respelled((payload) => payload.replace('{', '{"a":1,')) }),
  ],
  [
    'an order that says a thing twice',
    'malformed',
    () => deliver({ order: respelled((payload) => payload.replace('"attempt":1', '"attempt":1,"attempt":2')) }),
  ],
  [
    'an order spelled in another way',
    'malformed',
    () => deliver({ order: respelled((payload) => payload.replace(':', ': ')) }),
  ],
  ['a root whose time is over', 'rootExpired', () => deliver({}, { ...trust, root: { ...root, expires: now } })],
  [
    'what the host itself refuses',
    'policy',
    () => judge(good, trust, { refusedKinds: ['upgrade-package'], refusedChannels: [] }, now),
  ],
  [
    'software the host itself refuses',
    'policy',
    () => judge(good, trust, { refusedKinds: [], refusedChannels: ['7zip'] }, now),
  ],
  [
    'a Windows update that the host’s own policy refuses',
    'policy',
    () => judge({ ...good, ...windowsUpdate() }, trust, { refusedKinds: [], refusedChannels: ['kb:5068861'] }, now),
  ],
];

describe('an evil server', () => {
  it.each(attacks)('gains nothing by %s', (_name, reason, attack) => expect(outcome(attack)).toBe(reason));

  it('gains nothing by changed envelopes', () => {
    const count = Number(process.env['EVIL_ENVELOPES'] ?? 4_000);
    let seed = 20_261_115;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const parts = ['site', 'freshness', 'order', 'package'] as const;
    const mutate = (text: string): string => {
      const at = random(text.length);
      const sign = String.fromCharCode(32 + random(95));
      const kinds = [
        () => text.slice(0, at) + sign + text.slice(at + 1),
        () => text.slice(0, at) + sign + text.slice(at),
        () => text.slice(0, at) + text.slice(at + 1 + random(4)),
        () =>
          rewritten(
            text,
            (payload) => payload.slice(0, at % payload.length) + sign + payload.slice((at % payload.length) + 1),
          ),
        () => text.slice(0, at) + text.slice(at).replace(/\d/, String(random(10))),
      ];
      return (kinds[random(kinds.length)] ?? (() => text))();
    };
    let executed = 0;
    for (let i = 0; i < count; i += 1) {
      const part = parts[random(parts.length)] ?? 'order';
      const original = good[part] ?? '';
      const text = mutate(original);
      // The same bytes, or the same content spelled with other spaces around it, are not an attack.
      if (text === original) continue;
      let isSame = false;
      try {
        isSame = JSON.stringify(JSON.parse(text)) === original;
      } catch {
        isSame = false;
      }
      if (!isSame && outcome(() => deliver({ [part]: text })) === 'executed') executed += 1;
    }
    expect(executed).toBe(0);
  }, 120_000);
});
