import { describe, expect, it } from 'vitest';
import { awaitsOf } from './awaits.ts';
import type { ApplicationFacts, WindowsUpdateFacts } from './facts.ts';
import { type Decision, policyOf, resolve } from './resolve.ts';
import { traceOf } from './trace.ts';
import { type Question, verdictOn } from './verdict.ts';

const now = new Date('2026-11-15T09:00:00Z');
const day = (date: string) => new Date(`${date}T00:00:00Z`);
const compare = (a: string, b: string): number | undefined => {
  const [left, right] = [a, b].map((text) => Number(text.replace('8u', '')));
  return Number.isNaN(left) || Number.isNaN(right) ? undefined : left! - right!;
};
const names: Record<string, string> = { k: 'Kiosk', p: 'Pilot', s: 'Sales', e: 'EMEA', cph: 'Copenhagen', us: 'Acme' };
const nameOf = (_level: string, id: string) => names[id] ?? id;

const says = (level: Decision['level'], scopeId: string, mode: Decision['mode'], more: Partial<Decision> = {}) => ({
  level,
  scopeId,
  subject: 'java8',
  mode,
  version: null,
  delayDays: 0,
  decidedBy: 'ana',
  decidedAt: day('2026-11-10'),
  ...more,
});
const java: ApplicationFacts = {
  kind: 'app',
  name: 'Java 8',
  installed: ['8u401'],
  offers: [
    { version: '8u421', releasedOn: day('2026-11-12') },
    { version: '8u411', releasedOn: day('2026-10-01') },
  ],
  packageOf: () => 'ready',
  orders: 'ready',
};
const update: WindowsUpdateFacts = {
  kind: 'wua',
  name: 'KB5034441',
  isInstalled: false,
  releasedOn: day('2026-11-09'),
  supersededBy: null,
  orders: 'ready',
};
const hostScopes = { hostId: 'pc', siteId: 'cph', groupChain: ['s', 'e'], tagIds: ['k', 'p'] };
const ask = (decisions: Decision[], more: Partial<Question> = {}): Question => {
  const facts = more.facts ?? java;
  const subjects = facts.kind === 'app' ? ['java8'] : ['kb:5034441', 'class:security updates'];
  const resolution = resolve(policyOf(decisions, subjects, compare), hostScopes);
  return { resolution, facts, compare, settings: 'notNeeded', now, nameOf, ...more };
};
const kb = { subject: 'kb:5034441' };
const ofClass = { subject: 'class:security updates' };
const siteAuto = says('site', 'cph', 'auto');

const standing = (state: 'active' | 'dormant') => ({ state, isRestartPending: false });
const only = (version: string): Partial<Question> => ({ facts: { ...java, installed: [version] } });

describe('what shall happen to an application on a host, in words', () => {
  it.each<[string, Decision[], Partial<Question>, object]>([
    [
      'Will get 8u421 at its next check-in: the site follows the newest version.',
      [siteAuto],
      {},
      { action: 'update', reason: 'auto', toVersion: '8u421', status: 'auto', level: 'site', scopeUuid: 'cph' },
    ],
    [
      'Will get 8u421 when it comes back: the site follows the newest version.',
      [siteAuto],
      { standing: standing('dormant') },
      { action: 'update' },
    ],
    [
      'Stays at 8u401: the tag Kiosk blocks updates of Java 8.',
      [siteAuto, says('tag', 'k', 'blocked')],
      {},
      { action: 'stay', reason: 'blocked', toVersion: null, status: 'blocked', scopeName: 'Kiosk' },
    ],
    [
      'Stays at 8u401: nobody has decided about Java 8.',
      [says('site', 'cph', 'inherit')],
      {},
      { action: 'none', reason: 'undecided', status: 'disabled', level: null, scopeUuid: null, scopeName: null },
    ],
    [
      'Will get 8u411 at its next check-in: the group Sales approves 8u411.',
      [siteAuto, says('group', 's', 'manual', { version: '8u411' })],
      {},
      { action: 'update', reason: 'approved', toVersion: '8u411', status: 'out-of-date' },
    ],
    [
      'Stays at 8u411: the group Sales approves 8u411, and 8u421 is not approved.',
      [says('group', 's', 'manual', { version: '8u411' })],
      only('8u411'),
      { action: 'stay', reason: 'newerNotApproved', status: 'out-of-date' },
    ],
    [
      'Stays at 8u421: the system approves 8u421.',
      [says('system', 'us', 'manual', { version: '8u421' })],
      only('8u421'),
      { action: 'none', reason: 'approvedVersionReached', status: 'up-to-date', level: 'system', scopeUuid: null },
    ],
    [
      'Stays at 8u421: the site follows the newest version, and there is none newer than 8u421.',
      [siteAuto],
      only('8u421'),
      { action: 'none', reason: 'newestInstalled' },
    ],
    [
      'Will get 8u411 at its next check-in: the site follows the newest version once it is 7 days old.',
      [says('site', 'cph', 'auto', { delayDays: 7 })],
      {},
      { action: 'update', toVersion: '8u411' },
    ],
    [
      'Waits with 8u421 until 2026-11-19: the site follows the newest version once it is 7 days old.',
      [says('site', 'cph', 'auto', { delayDays: 7 })],
      only('8u411'),
      { action: 'wait', reason: 'delayed', toVersion: '8u421' },
    ],
    [
      'Waits with 8u421: the site follows the newest version once it is a day old, and nobody knows the day it came out.',
      [says('site', 'cph', 'auto', { delayDays: 1 })],
      { facts: { ...java, offers: [{ version: '8u421', releasedOn: null }] } },
      { action: 'wait', reason: 'delayed' },
    ],
    [
      'Waits with 8u421: the tag Pilot follows the newest version, but the custom settings are not complete.',
      [says('tag', 'p', 'auto')],
      { settings: 'incomplete' },
      { action: 'wait', reason: 'needsSettings' },
    ],
    [
      'Waits with 8u421: the site follows the newest version, but nobody has vouched for a package of it.',
      [siteAuto],
      { facts: { ...java, packageOf: () => 'none' } },
      { action: 'wait', reason: 'noPackage', toVersion: '8u421' },
    ],
    [
      'Waits with 8u421: the site follows the newest version, but no package that was vouched for fits this host.',
      [siteAuto],
      { facts: { ...java, packageOf: () => 'unfit' } },
      { action: 'wait', reason: 'packageUnfit', toVersion: '8u421' },
    ],
    [
      'Waits with 8u421: the site follows the newest version, but there is no package for 32-bit copies.',
      [siteAuto],
      {
        facts: {
          ...java,
          copies: java.installed.map((version) => ({ version, scope: 'machine', architecture: 'x86' })),
          packageOf: () => 'noFit',
        },
      },
      { action: 'wait', reason: 'noFit', toVersion: '8u421' },
    ],
    [
      'Waits with 8u421: the site follows the newest version, but what was vouched for its package has expired.',
      [siteAuto],
      { facts: { ...java, packageOf: () => 'expired' } },
      { action: 'wait', reason: 'packageExpired', toVersion: '8u421' },
    ],
    [
      'Waits with 8u421: the tag Kiosk follows the newest version, but nobody has vouched for the file that its custom settings name.',
      [says('tag', 'k', 'auto')],
      { settings: 'complete', hasOwnFile: true },
      { action: 'wait', reason: 'ownFile', toVersion: '8u421' },
    ],
    [
      'Waits with 8u421: the site follows the newest version, but this server has no signer, so hosts are told to do nothing.',
      [siteAuto],
      { facts: { ...java, orders: 'noSigner' } },
      { action: 'wait', reason: 'noSigner', toVersion: '8u421' },
    ],
    [
      'Waits with 8u421: the site follows the newest version, but the host enrolled without a root of keys and refuses every order.',
      [siteAuto],
      { facts: { ...java, orders: 'noRoot' } },
      { action: 'wait', reason: 'noRoot', toVersion: '8u421' },
    ],
    [
      'Stays at unknown: the site follows the newest version, but which one is newer cannot be told.',
      [siteAuto],
      only('unknown'),
      { action: 'stay', reason: 'notComparable' },
    ],
    ['Does not have Java 8.', [siteAuto], { facts: { ...java, installed: [] } }, { reason: 'notInstalled' }],
    [
      'Stays at 8u411 and 8u430: the site approves 8u411, and 8u421 is not approved.',
      [says('site', 'cph', 'manual', { version: '8u411' })],
      { facts: { ...java, installed: ['8u411', '8u430'] } },
      { action: 'stay' },
    ],
  ])('%s', (sentence, decisions, more, expected) => {
    expect(verdictOn(ask(decisions, more))).toMatchObject({ sentence, ...expected });
  });

  it('waits for the version that is first to be old enough', () => {
    const offers = [
      { version: '8u421', releasedOn: day('2026-11-12') },
      { version: '8u411', releasedOn: day('2026-11-10') },
      { version: '8u405', releasedOn: null },
    ];
    const waiting = ask([says('site', 'cph', 'auto', { delayDays: 30 })], { facts: { ...java, offers } });
    expect(awaitsOf(waiting)).toMatchObject([{ kind: 'delay', until: '2026-12-10T00:00:00.000Z' }]);
    const later = { ...waiting, now: new Date('2026-12-10T00:00:00Z') };
    expect(verdictOn(later)).toMatchObject({ action: 'update', toVersion: '8u411' });
  });

  it('never brings a version down', () => {
    const lower = says('site', 'cph', 'manual', { version: '8u300' });
    expect(verdictOn(ask([lower]))).toMatchObject({ action: 'stay', reason: 'newerNotApproved', toVersion: null });
  });
});

describe('what shall happen to a Windows update on a host, in words', () => {
  it.each<[string, Decision[], Partial<WindowsUpdateFacts>, object]>([
    [
      'Will get KB5034441 at its next check-in: the site automates security updates.',
      [says('site', 'cph', 'auto', ofClass)],
      {},
      { action: 'update', reason: 'auto', toVersion: null, status: 'auto' },
    ],
    [
      'Does not get KB5034441: the tag Kiosk blocks KB5034441.',
      [says('site', 'cph', 'auto', ofClass), says('tag', 'k', 'blocked', kb)],
      {},
      { action: 'stay', reason: 'blocked' },
    ],
    [
      'Will get KB5034441 at its next check-in: the site approves security updates released until 2026-11-10.',
      [says('site', 'cph', 'manual', ofClass)],
      {},
      { action: 'update', reason: 'approved', status: 'up-to-date' },
    ],
    [
      'Does not get KB5034441: the site approves security updates released until 2026-11-10.',
      [says('site', 'cph', 'manual', ofClass)],
      { releasedOn: day('2026-11-12') },
      { action: 'stay', reason: 'newerNotApproved', status: 'out-of-date' },
    ],
    [
      'Will get KB5034441 at its next check-in: an administrator approves KB5034441 on this host.',
      [says('tag', 'k', 'blocked', kb), says('host', 'pc', 'manual', kb)],
      { supersededBy: 'KB5034999' },
      { action: 'update', status: 'out-of-date', level: 'host', scopeUuid: 'pc' },
    ],
    [
      'Waits with KB5034441 until 2026-11-19: the site automates KB5034441 once it is 10 days old.',
      [says('site', 'cph', 'auto', { ...kb, delayDays: 10 })],
      {},
      { action: 'wait', reason: 'delayed' },
    ],
    [
      'Waits with KB5034441: the site automates KB5034441, but this server has no signer, so hosts are told to do nothing.',
      [says('site', 'cph', 'auto', kb)],
      { orders: 'noSigner' },
      { action: 'wait', reason: 'noSigner' },
    ],
    ['Has KB5034441.', [], { isInstalled: true }, { action: 'none', reason: 'newestInstalled' }],
    ['Does not get KB5034441: nobody has decided about KB5034441.', [], {}, { action: 'none', reason: 'undecided' }],
  ])('%s', (sentence, decisions, facts, expected) => {
    expect(verdictOn(ask(decisions, { facts: { ...update, ...facts } }))).toMatchObject({ sentence, ...expected });
  });
});

describe('why: who was asked', () => {
  const trace = (decisions: Decision[], facts: Question['facts'] = java) =>
    traceOf(ask(decisions, { facts }).resolution, { hostScopes, systemId: 'us', facts, compare, nameOf }).map(
      ({ role, sentence }) => `${role}: ${sentence}`,
    );

  it('names the winner, the losers with what beat them, and the silent, nearest first', () => {
    const decisions = [
      says('system', 'us', 'auto'),
      says('group', 's', 'auto'),
      says('group', 'e', 'blocked'),
      says('tag', 'p', 'manual', { version: '8u411' }),
    ];
    expect(trace(decisions)).toEqual([
      'beaten: The group Sales follows the newest version, but the tag Pilot is stricter: it approves 8u411.',
      'beaten: The group EMEA blocks updates of Java 8, but the group Sales is nearer to the host.',
      'silent: The tag Kiosk has no default for Java 8.',
      'wins: The tag Pilot approves 8u411.',
      'silent: The site has no default for Java 8.',
      'beaten: The system follows the newest version, but the tag Pilot is nearer to the host.',
    ]);
  });

  it('tells a classification that lost to its update, and a host with a word of its own', () => {
    const decisions = [
      says('site', 'cph', 'auto', ofClass),
      says('site', 'cph', 'blocked', kb),
      says('tag', 'k', 'auto', { ...kb, delayDays: 3 }),
      says('tag', 'p', 'auto', kb),
      says('host', 'pc', 'blocked', kb),
    ];
    expect(trace(decisions, update)).toEqual([
      'wins: An administrator blocks KB5034441 on this host.',
      'silent: The group Sales has no default for KB5034441.',
      'silent: The group EMEA has no default for KB5034441.',
      'beaten: The tag Kiosk automates KB5034441 once it is 3 days old, but an administrator decided for this very host.',
      'beaten: The tag Pilot automates KB5034441, but the tag Kiosk waits longer.',
      'beaten: The site blocks KB5034441, but an administrator decided for this very host.',
      'beaten: The site automates security updates, but about KB5034441 itself it blocks KB5034441.',
      'silent: The system has no default for KB5034441.',
    ]);
  });

  it('tells lower versions and those that say the same', () => {
    const decisions = [
      says('group', 's', 'manual', { version: '8u411' }),
      says('tag', 'k', 'manual', { version: '8u421' }),
      says('tag', 'p', 'manual', { version: '8u411' }),
    ];
    expect(trace(decisions).filter((line) => line.startsWith('beaten'))).toEqual([
      'beaten: The tag Kiosk approves 8u421, but the group Sales approves the lower version 8u411.',
      'beaten: The tag Pilot approves 8u411, as the group Sales does.',
    ]);
  });

  it('carries who and when', () => {
    const steps = traceOf(ask([siteAuto]).resolution, { hostScopes, systemId: 'us', facts: java, compare, nameOf });
    expect(steps.find(({ role }) => role === 'wins')).toEqual({
      level: 'site',
      scopeUuid: 'cph',
      scopeName: 'Copenhagen',
      mode: 'auto',
      status: 'auto',
      version: null,
      isByClass: false,
      by: 'ana',
      at: '2026-11-10T00:00:00.000Z',
      role: 'wins',
      sentence: 'The site follows the newest version.',
    });
  });
});

describe('what is awaited', () => {
  const kinds = (decisions: Decision[], more: Partial<Question> = {}, pending: string | null = null) =>
    awaitsOf(ask(decisions, more), pending).map(({ kind, until }) => (until === null ? kind : `${kind} ${until}`));

  it.each<[string[], Decision[], Partial<Question>]>([
    [['checkIn'], [siteAuto], { standing: standing('active') }],
    [['package'], [siteAuto], { facts: { ...java, packageOf: () => 'none' } }],
    [['signer', 'package'], [siteAuto], { facts: { ...java, packageOf: () => 'expired', orders: 'noSigner' } }],
    [['root'], [siteAuto], { facts: { ...java, orders: 'noRoot' } }],
    [['package', 'host'], [siteAuto], { facts: { ...java, packageOf: () => 'unfit' }, standing: standing('dormant') }],
    [['host', 'checkIn'], [siteAuto], { standing: standing('dormant') }],
    [['restart'], [], { standing: { ...standing('active'), isRestartPending: true } }],
    [['settings'], [siteAuto], { settings: 'incomplete' }],
    [['delay 2026-11-19T00:00:00.000Z'], [says('site', 'cph', 'auto', { delayDays: 7 })], only('8u411')],
    [[], [says('site', 'cph', 'blocked')], { standing: standing('dormant') }],
    [[], [siteAuto], only('8u421')],
  ])('%o', (expected, decisions, more) => {
    expect(kinds(decisions, more)).toEqual(expected);
  });

  it('a second person, for a change that may yet be made', () => {
    expect(kinds([], {}, 'Block Java 8')).toEqual(['secondPerson']);
  });

  it('says that custom settings need a tag', () => {
    expect(awaitsOf(ask([says('tag', 'k', 'auto')], { settings: 'complete', hasOwnFile: true }))).toEqual([
      { kind: 'package', sentence: 'Its custom settings name a file, and files do not reach hosts yet.', until: null },
    ]);
    expect(awaitsOf(ask([siteAuto], { settings: 'incomplete' }))[0]?.sentence).toBe(
      'Java 8 needs custom settings; only a tag can have them.',
    );
    expect(awaitsOf(ask([says('tag', 'k', 'auto')], { settings: 'incomplete' }))[0]?.sentence).toBe(
      'Java 8 needs custom settings at the tag Kiosk.',
    );
  });
});
