import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeDeliveries, windowsUpdate } from './attacks.factory.ts';
import { rawKey } from './envelope.ts';
import { type Delivery, followRoots, freshFor, judge, latestAfter, longestLife, type Trust } from './judge.ts';
import { Refused } from './refusal.ts';
import { readRoot, rootFingerprint } from './root.ts';
import { type PackageStatement, readStatement, signersOf, signStatement } from './statements.ts';
import { systemUpgrade } from './system-package-attacks.factory.ts';

/*
 * One check each, named so that whoever takes it away learns which one is missing. Every delivery here is sound but
 * for the one thing its test changes; `evil-server.test.ts` tries combinations and malformed input.
 */
const now = Date.UTC(2026, 10, 15, 12);
const minute = 60_000;
const deliveries = makeDeliveries(now);
const { offline, director, root, agent, site, siteStatement, freshness, statement, ordered, good } = deliveries;
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
const deliver = (more: Partial<Delivery> = {}, believed: Partial<Trust> = {}, clock = now, policy = nothingRefused) => {
  try {
    judge({ ...good, ...more }, { ...trust, ...believed }, policy, clock);
    return 'executed';
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
};
const fresh = (more: object) => ({ freshness: signStatement('freshness', { ...freshness, ...more }, [director]) });
const sites = (more: object) => ({ site: signStatement('site', { ...siteStatement, ...more }, offline.sites) });
const vouched = (more: Partial<PackageStatement>): Partial<Delivery> => {
  const text = signStatement('package', { ...statement, ...more }, offline.catalogue);
  const { hash } = readStatement('package', text, signersOf(root.catalogue));
  return { package: text, order: ordered({ statementHash: hash }) };
};

describe('an order is done only', () => {
  it('when nothing is wrong with it', () => expect(deliver()).toBe('executed'));

  it('before it expires', () => {
    expect(deliver({ order: ordered({ expires: now }) })).toBe('expired');
    expect(deliver({ order: ordered({ expires: now + 1 }) })).toBe('executed');
  });

  it('from its beginning on', () =>
    expect(deliver({ order: ordered({ notBefore: now + 10 * minute }) })).toBe('notYet'));

  it('when it lives no longer than orders may', () =>
    expect(deliver({ order: ordered({ notBefore: now, expires: now + longestLife + 1 }) })).toBe('tooLongLived'));

  it('about a system package that the policy of the host does not refuse', () => {
    const refusing = (...refusedChannels: string[]) =>
      deliver(systemUpgrade(deliveries), {}, now, { ...nothingRefused, refusedChannels } as never);
    expect(refusing('deb:nginx')).toBe('executed');
    expect(refusing('deb:openssl')).toBe('policy');
  });

  it('at the site of the host', () => expect(deliver({ order: ordered({ site: randomUUID() }) })).toBe('otherSite'));

  it('by the host it names', () => expect(deliver({ order: ordered({ agent: randomUUID() }) })).toBe('otherAgent'));

  it('once', () => {
    expect(deliver({ order: ordered({ sequence: 40 }) })).toBe('replayed');
    expect(deliver({ order: ordered({ sequence: 41 }) })).toBe('executed');
  });

  it('in the incarnation of the sign of life that came with it', () =>
    expect(deliver({ order: ordered({ incarnation: 8 }) })).toBe('rolledBackIncarnation'));

  it('when Windows updates are named by the kind that installs them, and by no other', () => {
    expect(deliver({ order: ordered({ kbs: [5_068_861] }) })).toBe('kindMixedUp');
    expect(deliver(windowsUpdate(deliveries))).toBe('executed');
  });

  it('when the policy of the host does not refuse its kind', () =>
    expect(deliver({}, {}, now, { refusedKinds: ['upgrade-package'], refusedChannels: [] } as never)).toBe('policy'));

  it('when the policy of the host does not refuse its software', () =>
    expect(deliver({}, {}, now, { refusedKinds: [], refusedChannels: ['7zip'] } as never)).toBe('policy'));
});

describe('a director is believed only', () => {
  it('with a sign of life that is recent', () => {
    expect(deliver(fresh({ at: now - freshFor - 1 }))).toBe('stale');
    expect(deliver(fresh({ at: now - freshFor }))).toBe('executed');
  });

  it('with a sign of life that is not from the future', () =>
    expect(deliver(fresh({ at: now + 6 * minute }))).toBe('fromTheFuture'));

  it('with a sign of life of the host’s own site', () =>
    expect(deliver(fresh({ site: randomUUID() }))).toBe('otherSite'));

  it('with a sign of life of no former incarnation', () =>
    expect(deliver({ ...fresh({ incarnation: 6 }), order: ordered({ incarnation: 6 }) })).toBe(
      'rolledBackIncarnation',
    ));

  it('when the statement about the site is about the host’s own', () =>
    expect(deliver(sites({ site: randomUUID() }))).toBe('otherSite'));

  it('when no newer statement about the site was seen', () =>
    expect(deliver(sites({ version: 2 }))).toBe('siteRolledBack'));

  it('before the statement about the site expires', () => expect(deliver(sites({ expires: now }))).toBe('siteExpired'));

  it('before the root expires', () => expect(deliver({}, { root: { ...root, expires: now } })).toBe('rootExpired'));
});

describe('a package is installed only', () => {
  it('where no copy is when it was vouched for as installable', () => {
    const install = (more: Partial<PackageStatement>) => {
      const { package: text = null } = vouched(more);
      const { hash } = readStatement('package', text ?? '', signersOf(root.catalogue));
      return deliver({ package: text, order: ordered({ kind: 'install-package', statementHash: hash }) });
    };
    expect(install({})).toBe('notInstallable');
    expect(install({ isInstallable: true })).toBe('executed');
    expect(deliver()).toBe('executed');
  });

  it('when as many keys vouch for it as the root demands', () => {
    const [one] = offline.catalogue;
    if (!one) throw new Error('no key');
    expect(deliver({ package: signStatement('package', statement, [one]) })).toBe('notSigned');
    expect(deliver({ package: signStatement('package', statement, [one, one]) })).toBe('notSigned');
  });

  it('when it is the one that the order names', () =>
    expect(deliver({ ...vouched({ version: '23.01' }), order: good.order })).toBe('packageMixedUp'));

  it('when no newer release of its channel was seen', () =>
    expect(deliver(vouched({ release: 11 }))).toBe('packageRolledBack'));

  it('before its statement expires', () => expect(deliver(vouched({ expires: now }))).toBe('packageExpired'));

  it('with options that it knows', () =>
    expect(deliver({ order: ordered({ options: { transforms: 'x' } }) })).toBe('optionUnknown'));

  it('with values that it allows', () =>
    expect(deliver({ order: ordered({ options: { language: 'xx' } }) })).toBe('optionInvalid'));
});

describe('time', () => {
  it('does not go back behind a signed time that was believed', () => {
    const old = { ...fresh({ at: now - 2 * minute }), order: ordered({ expires: now - minute }) };
    expect(deliver(old, { latest: now - 3 * minute }, now - 2 * minute)).toBe('executed');
    expect(deliver(old, { latest: now }, now - 2 * minute)).toBe('expired');
  });

  it('is learned from a sign of life, also when the order is refused', () => {
    const delivery = { ...good, ...fresh({ at: now }), order: ordered({ agent: randomUUID() }) };
    expect(latestAfter(delivery, trust, now)).toBe(now);
    expect(judge({ ...good, ...fresh({ at: now }) }, trust, nothingRefused, now).trust.latest).toBe(now);
  });

  it('is not learned ahead of the clock of the host', () => {
    expect(latestAfter({ ...good, ...fresh({ at: now + 4 * minute }) }, trust, now)).toBe(now);
    expect(latestAfter({ ...good, ...fresh({ at: now + 6 * minute }) }, trust, now)).toBe(trust.latest);
  });

  it('is not learned from a stranger, another site or a former incarnation, and never goes back', () => {
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const strange = signStatement('freshness', { ...freshness, at: now }, [stranger]);
    const named = signStatement('site', { ...siteStatement, director: rawKey(stranger) }, [stranger]);
    for (const bad of [
      { freshness: strange },
      { freshness: strange, site: named },
      fresh({ at: now, site: randomUUID() }),
      fresh({ at: now, incarnation: 6 }),
      fresh({ at: now - 60 * minute }),
    ])
      expect(latestAfter({ ...good, ...bad }, trust, now)).toBe(trust.latest);
  });
});

describe('the roots after the one a host knows', () => {
  const year = 365 * 24 * 60 * minute;
  const next = (version: number, expires: number, keys = offline.root) =>
    signStatement('root', { ...root, version, expires }, keys);
  const reached = (...texts: string[]) => {
    const newest = followRoots(texts, root, now);
    return newest === undefined ? undefined : readRoot(newest).version;
  };

  it('are followed through expired ones to the newest that counts', () => {
    expect(reached(next(2, now - year), next(3, now - minute), next(4, now + year))).toBe(4);
    expect(reached(next(2, now + year), next(3, now - minute))).toBe(2);
  });

  it('are not believed when the last one has expired', () => {
    expect(reached(next(2, now))).toBeUndefined();
    expect(reached(next(2, now - year), next(3, now - minute))).toBeUndefined();
    expect(reached()).toBeUndefined();
  });

  it('are followed one version at a time, and only while each is signed by the one before', () => {
    const stranger = generateKeyPairSync('ed25519').privateKey;
    expect(reached(next(3, now + year))).toBeUndefined();
    expect(reached(next(2, now + year), next(4, now + year))).toBe(2);
    expect(reached(next(2, now + year, [stranger]))).toBeUndefined();
    expect(reached(next(2, now + year), next(3, now + year, [stranger]), next(4, now + year))).toBe(2);
    const taken = { ...root, version: 2, root: { keys: [rawKey(stranger)], threshold: 1 } };
    expect(reached(signStatement('root', taken, offline.root))).toBeUndefined();
    expect(reached(signStatement('root', taken, [stranger]))).toBeUndefined();
    expect(reached(signStatement('root', taken, [...offline.root, stranger]))).toBe(2);
  });

  it('have a fingerprint each, which no other signature changes', () => {
    const [first, second] = [next(2, now + year), next(3, now + year)].map(rootFingerprint);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(first).not.toBe(second);
    expect(rootFingerprint(next(2, now + year, offline.root.slice(0, 2)))).toBe(first);
  });
});

describe('a statement about a package', () => {
  it('is refused when it removes copies that it does not name, or says two things of one exit code', () => {
    const { installedAs, ...nameless } = statement;
    const reads = (more: Partial<PackageStatement>) => {
      const text = signStatement('package', { ...nameless, ...more }, offline.catalogue);
      return () => readStatement('package', text, signersOf(root.catalogue)).statement;
    };
    const removesFirst = { by: 'productCode' } as const;
    const names = installedAs ?? { names: ['7-zip'], publishers: [], scheme: 'generic' };
    expect(reads({ removesFirst, installedAs: names })()).toMatchObject({ removesFirst });
    expect(reads({ removesFirst })).toThrow('malformed');
    expect(reads({ exitCodes: { success: [1], restart: [2] } })()).toMatchObject({ exitCodes: { success: [1] } });
    expect(reads({ exitCodes: { success: [1], restart: [1] } })).toThrow('malformed');
    expect(reads({ exitCodes: { success: [-1, 4_294_967_295] } })).toThrow('malformed');
  });
});
