import { describe, expect, it } from 'vitest';
import { makeDeliveries, rewritten } from '../attacks.factory.ts';
import { judge, type LocalPolicy, type Trust } from '../judge.ts';
import { Refused, type RefusalReason } from '../refusal.ts';
import { passkeyApprover } from './approver.factory.ts';
import { followApprovers, nextApprovers, type PinnedApprovers } from './approvers.ts';
import { attacksOnCustom, type Given } from './custom-attacks.factory.ts';
import { makeCustom } from './custom-deliveries.factory.ts';
import { customTag, isPlainFileName } from './custom-package.ts';

const now = Date.UTC(2026, 10, 19, 12);
const minute = 60_000;
const deliveries = makeDeliveries(now);
const custom = makeCustom(deliveries);
const { site, agent, root, good: usual, ordered } = deliveries;
const { people, named, next, delivered, pack } = custom;
const [anna, ben] = people;
const trust: Trust = {
  agent,
  site,
  root,
  siteVersion: 3,
  incarnation: 7,
  sequence: 40,
  releases: { [customTag(pack.config)]: 3 },
  latest: now - minute,
};
const nothingRefused: LocalPolicy = { refusedKinds: [], refusedChannels: [] };

/** What a host does that gets this: the approvers first, then the order. */
const outcome = (
  { approvers, isSeenOnlyNow = false, delivery }: Given,
  policy = nothingRefused,
  known?: PinnedApprovers,
): RefusalReason | 'executed' => {
  const pinned = known ?? followApprovers(approvers, trust, now, !isSeenOnlyNow);
  try {
    judge({ ...usual, ...delivery }, { ...trust, approvers: pinned }, policy, now);
    return 'executed';
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
};
const good: Given = { approvers: [named()], delivery: delivered() };

describe('custom software', () => {
  it('is accepted when the approvers of the site vouch for it, and its release remembered', () => {
    const approvers = followApprovers(good.approvers, trust, now, true);
    const accepted = judge({ ...usual, ...good.delivery }, { ...trust, approvers }, nothingRefused, now);
    expect(accepted).toMatchObject({ package: null, custom: { title: 'House tool' }, order: { kind: 'custom' } });
    expect(accepted.trust).toMatchObject({ approvers, releases: { [customTag(pack.config)]: 3 } });
  });

  it('needs a key of as many people as must sign, whatever kind of key', () => {
    for (const one of people)
      for (const other of people)
        expect(outcome({ ...good, delivery: delivered({}, [one, other]) })).toBe(
          one === other ? 'notSigned' : 'executed',
        );
  });

  it('is refused by the own policy of the host, all of it or one configuration', () => {
    expect(outcome(good, { ...nothingRefused, refusedKinds: ['custom'] })).toBe('policy');
    expect(outcome(good, { ...nothingRefused, refusedChannels: [customTag(pack.config)] })).toBe('policy');
    expect(outcome(good, { ...nothingRefused, refusedChannels: ['custom:another'] })).toBe('executed');
  });

  it('needs approvers, and brings its statement', () => {
    expect(outcome({ ...good, approvers: [] })).toBe('approversMissing');
    expect(outcome({ ...good, delivery: { ...good.delivery, package: null } })).toBe('packageMissing');
  });

  it('consists of files with plain names', () => {
    const names = ['a.msi', 'Größe 1,2 (x64).exe', 'tool-1.0_b.tar.gz', 'co.n.txt'];
    expect(names.filter(isPlainFileName)).toEqual(names);
    const hostile = [
      '',
      '.',
      '..',
      'a/b',
      'a\\b',
      'C:a',
      'a:b',
      'con',
      'CON.txt',
      'nul.msi',
      'com1',
      'LPT9.x',
      'a.',
      'a ',
    ];
    const more = [
      ' a',
      '-a',
      '.a',
      'a\nb',
      'a\0',
      'a\u202Egnp.exe',
      'a"b',
      'a?',
      'a*',
      '{folder}',
      '%x%',
      'a'.repeat(151),
    ];
    expect([...hostile, ...more].filter(isPlainFileName)).toEqual([]);
  });
});

describe('who vouches', () => {
  it('is named by the root keys at any time, and by the approvers before, one version after the other', () => {
    const first = nextApprovers(named(), trust, now, true);
    const second = next({});
    const known = { ...trust, approvers: first };
    expect(followApprovers([named(), second], trust, now, true)).toEqual(nextApprovers(second, known, now));
    expect(followApprovers([named()], known, now)).toBeUndefined();
    const byRoot = named({ version: 9, former: 'ab'.repeat(32), starts: now }, deliveries.offline.root);
    expect(nextApprovers(byRoot, known, now)).toMatchObject({ startsAt: now });
  });

  it('is told by a host that waits 72 hours by its own clock for first ones that it did not get at its enrolment', () => {
    expect(nextApprovers(named(), trust, now)).toMatchObject({ startsAt: now + 72 * 60 * minute });
    expect(nextApprovers(named(), trust, now, true)).toMatchObject({ startsAt: custom.statement.starts });
  });

  it.each<[what: string, more: object]>([
    ['a key twice', { keys: [anna.listed, anna.listed] }],
    ['one key under two names', { keys: [ben.listed, { ...ben.listed, holder: anna.listed.holder }] }],
    ['fewer people than must sign', { keys: [anna.listed] }],
    ['a threshold of none', { threshold: 0 }],
    ['passkeys without an address', { origins: [] }],
    ['passkeys bound to nothing', { rpId: null }],
    ['an address that is not of what they are bound to', { origins: ['https://evil.example'] }],
    ['an address that only ends like it', { origins: ['https://evilpatch.example'] }],
    ['an address that is spelled in another way', { origins: ['https://Console.patch.example/'] }],
    ['an address without encryption', { origins: ['http://console.patch.example'] }],
    ['a second version that follows none', { version: 2 }],
    [
      'a point that is not on the curve',
      { keys: [ben.listed, { ...anna.listed, key: { alg: 'ES256', x: 'A'.repeat(43), y: 'A'.repeat(43) } }] },
    ],
  ])('is not read with %s', (_what, more) => {
    expect(() => nextApprovers(named(more), trust, now, true)).toThrow('malformed');
  });
});

describe('an evil server', () => {
  const attacks = attacksOnCustom(deliveries, custom);

  it('has at least fifteen ways to try', () => {
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
    expect(attacks.length).toBeGreaterThanOrEqual(15);
  });

  // The honest twin of each is executed: what keeps the attack out is the one thing that differs.
  it.each(attacks.map((each) => [each.name, each] as const))(
    'gains nothing by %s',
    (_name, { reason, attack, twin }) => {
      expect([outcome(attack), outcome(twin)]).toEqual([reason, 'executed']);
    },
  );

  const count = process.env['FULL_SIZE'] ? 200_000 : 1_500;
  it(
    `gains nothing by ${count} changed statements and orders`,
    () => {
      let seed = 20_261_119;
      const random = (below: number): number => {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((seed / 2 ** 32) * below);
      };
      const mutate = (text: string): string => {
        const at = random(text.length);
        const sign = String.fromCharCode(32 + random(95));
        const inside = (change: (payload: string, place: number) => string) =>
          rewritten(text, (payload) => change(payload, random(payload.length)));
        const kinds = [
          () => text.slice(0, at) + sign + text.slice(at + 1),
          () => text.slice(0, at) + sign + text.slice(at),
          () => text.slice(0, at) + text.slice(at + 1 + random(4)),
          () => inside((payload, place) => payload.slice(0, place) + sign + payload.slice(place + 1)),
          () =>
            inside((payload, place) => payload.slice(0, place) + payload.slice(place).replace(/\d/, `${random(10)}`)),
          () => inside((payload) => payload.replace(anna.listed.holder, ben.listed.holder)),
        ];
        return (kinds[random(kinds.length)] ?? (() => text))();
      };
      const isSame = (text: string, original: string): boolean => {
        try {
          return JSON.stringify(JSON.parse(text)) === original;
        } catch {
          return false;
        }
      };
      // Only the second statement names her, so that what she signs shows which one the host believes.
      const dora = passkeyApprover('ES256');
      const byDora = delivered({}, [dora, ben]);
      const whole = {
        first: named(),
        second: next({ keys: [anna, ben, dora].map(({ listed }) => listed) }),
        freshness: usual.freshness,
        site: usual.site,
        package: String(byDora.package),
        order: String(byDora.order),
      };
      type Part = keyof typeof whole;
      const parts: Part[] = ['first', 'second', 'freshness', 'site', 'package', 'order'];
      const pinned = followApprovers([whole.first, whole.second], trust, now, true);
      /** The host has its approvers already, unless it is they who were changed. */
      const run = (part: Part | undefined, { first, second, ...delivery }: Record<Part, string>) =>
        outcome(
          { approvers: [first, second], delivery },
          nothingRefused,
          part === 'first' || part === 'second' ? undefined : pinned,
        );
      expect(run(undefined, whole)).toBe('executed');
      let executed = 0;
      for (let i = 0; i < count; i += 1) {
        const part = parts[random(parts.length)] ?? 'order';
        const text = mutate(whole[part]);
        // The same bytes, or the same content spelled with other spaces around it, are not an attack.
        if (text === whole[part] || isSame(text, whole[part])) continue;
        if (run(part, { ...whole, [part]: text }) === 'executed') executed += 1;
      }
      expect([executed, run(undefined, whole), run('first', whole)]).toEqual([0, 'executed', 'executed']);
    },
    60_000 + count * 20,
  );
});

describe('an order of a kind that is still to come', () => {
  it('is refused as one that this host is too old for', () => {
    const later = ordered({ kind: 'brew-coffee' as never, statementHash: null });
    expect(outcome({ approvers: [], delivery: { order: later, package: null } })).toBe('kindUnknown');
  });
});
