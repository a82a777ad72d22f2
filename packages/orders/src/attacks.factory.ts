import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { maxEnvelopeBytes, rawKey, seal } from './envelope.ts';
import { type Delivery, freshFor, longestLife } from './judge.ts';
import type { RefusalReason } from './refusal.ts';
import {
  type Order,
  type PackageStatement,
  readStatement,
  type Root,
  signersOf,
  signStatement,
  type Statement,
  statements,
} from './statements.ts';

const key = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
const role = (keys: readonly KeyObject[], threshold: number) => ({ keys: keys.map(rawKey), threshold });
const minute = 60_000;
const year = 365 * 24 * 60 * minute;

const unpack = (text: string) =>
  JSON.parse(text) as { payloadType: string; payload: string; signatures: { keyid: string; sig: string }[] };
const repack = (text: string, change: (envelope: ReturnType<typeof unpack>) => unknown) => {
  const envelope = unpack(text);
  return JSON.stringify(change(envelope) ?? envelope);
};
/** An envelope whose content was changed after it was signed. */
export const rewritten = (text: string, change: (payload: string) => string) =>
  repack(text, (envelope) => ({
    ...envelope,
    payload: Buffer.from(change(Buffer.from(envelope.payload, 'base64').toString())).toString('base64'),
  }));

/** What an honest server would send one host, with everything a thief could use: all keys are here, offline ones too. */
export const makeDeliveries = (now: number, about: Partial<PackageStatement> = {}) => {
  const offline = { root: [key(), key(), key()], catalogue: [key(), key()], sites: [key()] };
  const director = key();
  const root: Root = {
    version: 1,
    expires: now + year,
    root: role(offline.root, 2),
    catalogue: role(offline.catalogue, 2),
    sites: role(offline.sites, 1),
  };
  const agent = randomUUID();
  const site = randomUUID();
  const siteStatement: Statement<'site'> = { site, version: 3, expires: now + year, director: rawKey(director) };
  const freshness: Statement<'freshness'> = { site, incarnation: 7, at: now - minute };
  const statement: PackageStatement = {
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
    ...about,
  };
  const sealedPackage = signStatement('package', statement, offline.catalogue);
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
  const ordered = (more: Partial<Order>, by: readonly KeyObject[] = [director]) =>
    signStatement('order', { ...order, ...more }, by);
  const good: Delivery = {
    site: signStatement('site', siteStatement, offline.sites),
    freshness: signStatement('freshness', freshness, [director]),
    order: ordered({}),
    package: sealedPackage,
  };
  return { now, offline, director, root, agent, site, siteStatement, freshness, statement, ordered, good };
};
export type Deliveries = ReturnType<typeof makeDeliveries>;

/** A Windows update as it would be ordered. */
export const windowsUpdate = ({ ordered }: Deliveries, more: Partial<Order> = {}): Partial<Delivery> => ({
  order: ordered({ kind: 'windows-update', statementHash: null, kbs: [5_068_861], ...more }),
  package: null,
});

export type Attack = [name: string, reason: RefusalReason, changed: Partial<Delivery>];

/**
 * What somebody tries who holds the server: the database, the web code and the director's key. Each attack with the
 * reason it is refused for by a host that has done the order before these, number 40.
 */
export const attacksWith = (deliveries: Deliveries): Attack[] => {
  const { now, offline, director, siteStatement, freshness, statement: sevenZip, ordered, good } = deliveries;
  const sealedPackage = good.package ?? '';
  const stranger = key();
  const evilPackage = { ...sevenZip, sha256: 'ee'.repeat(32) };
  const sealedBy = (keys: readonly KeyObject[], statement = evilPackage) => signStatement('package', statement, keys);
  const everybody = {
    keys: new Map(
      [...offline.catalogue, stranger, director].map((each) => [...signersOf(role([each], 1)).keys][0] ?? ['', each]),
    ),
    threshold: 1,
  };
  const withPackage = (text: string): Partial<Delivery> => ({
    package: text,
    order: ordered({ statementHash: readStatement('package', text, everybody).hash }),
  });
  const [oneCatalogueKey = stranger] = offline.catalogue;
  const respelled = (change: (payload: string) => string) =>
    seal(statements.order.type, Buffer.from(change(Buffer.from(unpack(good.order).payload, 'base64').toString())), [
      director,
    ]);
  return [
    ['an order signed by nobody', 'notSigned', { order: ordered({}, []) }],
    ['an order signed by a stranger', 'notSigned', { order: ordered({}, [stranger]) }],
    ['an order signed with an offline key', 'notSigned', { order: ordered({}, offline.catalogue) }],
    ['an order for another host', 'otherAgent', { order: ordered({ agent: randomUUID() }) }],
    ['an order of another site', 'otherSite', { order: ordered({ site: randomUUID() }) }],
    ['an order that was done already', 'replayed', { order: ordered({ sequence: 40 }) }],
    ['an order older than what was done', 'replayed', { order: ordered({ sequence: 3 }) }],
    ['an order that has ended', 'expired', { order: ordered({ expires: now }) }],
    ['an order for later', 'notYet', { order: ordered({ notBefore: now + 30 * minute }) }],
    ['an order that never ends', 'tooLongLived', { order: ordered({ expires: now + longestLife }) }],
    ['an order of a former life of the server', 'rolledBackIncarnation', { order: ordered({ incarnation: 6 }) }],
    [
      'an order of a life to come with the sign of this one',
      'rolledBackIncarnation',
      { order: ordered({ incarnation: 8 }) },
    ],
    [
      'a server that has been silent',
      'stale',
      { freshness: signStatement('freshness', { ...freshness, at: now - freshFor - 1 }, [director]) },
    ],
    [
      'a sign of life from the future',
      'fromTheFuture',
      { freshness: signStatement('freshness', { ...freshness, at: now + 60 * minute }, [director]) },
    ],
    [
      'a sign of life of another site',
      'otherSite',
      { freshness: signStatement('freshness', { ...freshness, site: randomUUID() }, [director]) },
    ],
    ['a sign of life by a stranger', 'notSigned', { freshness: signStatement('freshness', freshness, [stranger]) }],
    [
      'a sign of life of a former life',
      'rolledBackIncarnation',
      { freshness: signStatement('freshness', { ...freshness, incarnation: 6 }, [director]) },
    ],
    [
      'a director named by the director',
      'notSigned',
      { site: signStatement('site', { ...siteStatement, director: rawKey(stranger) }, [director]) },
    ],
    [
      'a director of another site',
      'otherSite',
      { site: signStatement('site', { ...siteStatement, site: randomUUID() }, offline.sites) },
    ],
    [
      'a director who was replaced',
      'siteRolledBack',
      { site: signStatement('site', { ...siteStatement, version: 2 }, offline.sites) },
    ],
    [
      'a director whose time is over',
      'siteExpired',
      { site: signStatement('site', { ...siteStatement, expires: now }, offline.sites) },
    ],
    ['a package the director vouches for', 'notSigned', withPackage(sealedBy([director]))],
    ['a package with one signature of two', 'notSigned', withPackage(sealedBy([oneCatalogueKey]))],
    ['a package signed twice by one key', 'notSigned', withPackage(sealedBy([oneCatalogueKey, oneCatalogueKey]))],
    ['a package signed by one key and a stranger', 'notSigned', withPackage(sealedBy([oneCatalogueKey, stranger]))],
    [
      'another package than the one ordered',
      'packageMixedUp',
      { package: sealedBy(offline.catalogue, { ...sevenZip, version: '23.01' }) },
    ],
    [
      'an old release of the package',
      'packageRolledBack',
      withPackage(sealedBy(offline.catalogue, { ...sevenZip, release: 11 })),
    ],
    [
      'a package nobody vouches for any more',
      'packageExpired',
      withPackage(sealedBy(offline.catalogue, { ...sevenZip, expires: now })),
    ],
    ['an order whose package is missing', 'packageMissing', { package: null }],
    ['an order that names no package', 'packageMissing', { order: ordered({ statementHash: null }) }],
    ['a restart that brings a package', 'packageNotWanted', { order: ordered({ kind: 'restart' }) }],
    [
      'a restart with options',
      'optionUnknown',
      { order: ordered({ kind: 'restart', statementHash: null, options: { folder: 'x' } }), package: null },
    ],
    [
      'a restart whose words leave their quotes',
      'optionInvalid',
      {
        order: ordered({ kind: 'restart', statementHash: null, options: { message: 'x" & calc & "' } }),
        package: null,
      },
    ],
    [
      'a Windows update without its number',
      'kindMixedUp',
      { order: ordered({ kind: 'windows-update', statementHash: null }), package: null },
    ],
    [
      'a Windows update that brings a package',
      'packageNotWanted',
      { ...windowsUpdate(deliveries), package: sealedPackage },
    ],
    [
      'a Windows update with options',
      'optionUnknown',
      windowsUpdate(deliveries, { options: { source: 'http://evil/' } }),
    ],
    [
      'a Windows update that is no number',
      'malformed',
      { order: respelled((payload) => payload.replace('"kbs":[]', '"kbs":["5068861; calc"]')) },
    ],
    ['an upgrade that names Windows updates', 'kindMixedUp', { order: ordered({ kbs: [5_068_861] }) }],
    [
      'an option the package does not have',
      'optionUnknown',
      { order: ordered({ options: { transforms: 'http://evil/x.mst' } }) },
    ],
    [
      'an option named like a part of every object',
      'optionUnknown',
      { order: ordered({ options: { constructor: 'x' } }) },
    ],
    [
      'an option that leaves its quotes',
      'optionInvalid',
      { order: ordered({ options: { folder: 'C:\\" EVIL=1 "' } }) },
    ],
    ['an option with a line break', 'optionInvalid', { order: ordered({ options: { folder: 'C:\\a\nb' } }) }],
    ['an option that is too long', 'optionInvalid', { order: ordered({ options: { folder: 'x'.repeat(101) } }) }],
    ['an option outside its list', 'optionInvalid', { order: ordered({ options: { language: 'xx' } }) }],
    ['an order passed off as a sign of life', 'wrongType', { freshness: good.order }],
    ['a sign of life passed off as an order', 'wrongType', { order: good.freshness }],
    [
      'an order under the name of another type',
      'notSigned',
      {
        freshness: repack(good.order, (envelope) => ({ ...envelope, payloadType: statements.freshness.type })),
      },
    ],
    [
      'an order changed after signing',
      'notSigned',
      { order: rewritten(good.order, (payload) => payload.replace('upgrade', 'install')) },
    ],
    ['an order cut short', 'malformed', { order: good.order.slice(0, -20) }],
    ['an order of a quarter of a megabyte', 'tooLarge', { order: good.order.padEnd(maxEnvelopeBytes + 1) }],
    [
      'an envelope with something more',
      'malformed',
      { order: repack(good.order, (envelope) => ({ ...envelope, more: 1 })) },
    ],
    [
      'an envelope of a hundred signatures',
      'malformed',
      {
        order: repack(good.order, (envelope) => ({
          ...envelope,
          signatures: Array.from({ length: 100 }, () => envelope.signatures[0]),
        })),
      },
    ],
    [
      'an order with a field nobody knows',
      'malformed',
      { order: respelled((payload) => payload.replace('{', '{"a":1,')) },
    ],
    [
      'an order that says a thing twice',
      'malformed',
      { order: respelled((payload) => payload.replace('"attempt":1', '"attempt":1,"attempt":2')) },
    ],
    ['an order spelled in another way', 'malformed', { order: respelled((payload) => payload.replace(':', ': ')) }],
  ];
};
