import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { attacksWith, makeDeliveries, rewritten, windowsUpdate } from './attacks.factory.ts';
import { rawKey } from './envelope.ts';
import { type Accepted, argumentsFor, type Delivery, judge, nextRoot, type Trust } from './judge.ts';
import { Refused, type RefusalReason } from './refusal.ts';
import { signStatement } from './statements.ts';
import { attacksOnSystemPackages, systemUpgrade } from './system-package-attacks.factory.ts';

const now = Date.UTC(2026, 10, 15, 12);
const minute = 60_000;
const deliveries = makeDeliveries(now);
const { offline, root, agent, site, ordered, good } = deliveries;
const stranger = generateKeyPairSync('ed25519').privateKey;
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
const deliver = (more: Partial<Delivery> = {}, believed: Trust = trust, clock = now): Accepted =>
  judge({ ...good, ...more }, believed, nothingRefused, clock);

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
    expect(accepted.trust).toMatchObject({ sequence: 41, latest: now - minute });
    expect(outcome(() => deliver({}, accepted.trust))).toBe('replayed');
    expect(outcome(() => deliver({ order: ordered({ kind: 'inspect', statementHash: null }), package: null }))).toBe(
      'executed',
    );
    expect(deliver(windowsUpdate(deliveries))).toMatchObject({ package: null, order: { kbs: [5_068_861] } });
    expect(deliver(systemUpgrade(deliveries))).toMatchObject({
      package: null,
      order: { systemPackage: { name: 'openssl', version: '3.0.17-1~deb12u2' } },
    });
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
    const next = {
      ...root,
      version: 2,
      root: { keys: [offline.root[1] ?? stranger, stranger].map(rawKey), threshold: 2 },
    };
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

/** What depends on the host: its clock, the root it pinned, its own policy. */
const attacksOnTheHost: [name: string, reason: RefusalReason, attack: () => unknown][] = [
  [
    'a clock set back to revive an order',
    'expired',
    () => deliver({ order: ordered({ expires: now - 2 * minute }) }, { ...trust, latest: now }, now - 10 * minute),
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
    () =>
      judge(
        { ...good, ...windowsUpdate(deliveries) },
        trust,
        { refusedKinds: [], refusedChannels: ['kb:5068861'] },
        now,
      ),
  ],
  [
    'a system package that the host’s own policy refuses',
    'policy',
    () =>
      judge(
        { ...good, ...systemUpgrade(deliveries) },
        trust,
        { refusedKinds: [], refusedChannels: ['deb:openssl'] },
        now,
      ),
  ],
];

describe('an evil server', () => {
  it.each(attacksWith(deliveries))('gains nothing by %s', (_name, reason, changed) =>
    expect(outcome(() => deliver(changed))).toBe(reason),
  );

  it('gains nothing by at least thirty orders for the host’s own package system', () => {
    const attacks = attacksOnSystemPackages(deliveries);
    expect(new Set(attacks.map(([name]) => name)).size).toBe(attacks.length);
    expect(attacks.length).toBeGreaterThanOrEqual(30);
    expect(attacks.map(([name, , changed]) => [name, outcome(() => deliver(changed))])).toEqual(
      attacks.map(([name, reason]) => [name, reason]),
    );
  });

  it.each(attacksOnTheHost)('gains nothing by %s', (_name, reason, attack) => expect(outcome(attack)).toBe(reason));

  const count = process.env['FULL_SIZE'] ? 200_000 : 4_000;
  it(
    `gains nothing by ${count} changed envelopes`,
    () => {
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
    },
    60_000 + count * 20,
  );
});
