import { beforeAll, describe, expect, it } from 'vitest';
import { awaitsOf } from './awaits.ts';
import { hostCohortsOf } from './host-cohorts.ts';
import { decisionStatus, flagsOf, statusByReadingA } from './modes.ts';
import {
  Draw,
  drawDecision,
  drawPolicySet,
  type PolicySet,
  type RandomHost,
  randomNow,
} from './random-policies.factory.ts';
import { statusByReadingB } from './readings.factory.ts';
import {
  canBeKept,
  chainOf,
  effectOf,
  localWords,
  hostScopesOf,
  referenceDeed,
  referenceStatus,
  referenceWinner,
} from './reference.factory.ts';
import { type Decision, type HostScopes, type Policy, policyOf, resolve } from './resolve.ts';
import { isSameEffect } from './touched.ts';
import { traceOf } from './trace.ts';
import { type UndoableChange, undoOf } from './undo.ts';
import { verdictOn } from './verdict.ts';

/** A tenth, unless `npm run proofs -- policies` asks for all. */
const sets = process.env['FULL_SIZE'] ? 200_000 : 20_000;

const compare = (a: string, b: string): number => Number(a) - Number(b);
const nameOf = (_level: string, id: string): string => id;

/** What the engine makes of a host, against the reference; a complaint, or nothing. */
const complaintAbout = (set: PolicySet, policy: Policy, host: RandomHost): string | undefined => {
  const { facts, settings } = host;
  const hostScopes = hostScopesOf(set, host);
  const resolution = resolve(policy, hostScopes);
  const verdict = verdictOn({ resolution, facts, compare, settings, now: randomNow, nameOf });

  const expected = referenceWinner(set, host);
  if (resolution.winner !== expected) return 'another winner';
  const { action, toVersion, status, level, scopeUuid } = verdict;
  const deed = action === 'update' || action === 'wait' ? `${action} ${toVersion}` : action;
  const meant = referenceDeed(expected, set, host);
  if (deed !== meant) return `${deed} instead of ${meant}`;
  if (status !== referenceStatus(expected, facts)) return `status ${status}`;

  const steps = traceOf(resolution, { hostScopes, systemId: 'us', facts, compare, nameOf });
  const wins = steps.filter(({ role }) => role === 'wins');
  if (wins.length !== (expected === null ? 0 : 1)) return `${wins.length} winners in the trace`;
  for (const win of wins)
    if (win.level !== level || win.scopeUuid !== scopeUuid || win.status !== status)
      return 'the trace has another winner than the verdict';
  const heard = set.decisions.filter(
    ({ scopeId, subject, mode }) => mode !== 'inherit' && subject !== 'other' && isAbove(scopeId, host, hostScopes),
  );
  if (steps.filter(({ role }) => role === 'beaten').length !== Math.max(0, heard.length - 1))
    return 'a loser is missing';

  const isLocalAuto = expected?.mode === 'auto' && (expected.level === 'group' || expected.level === 'tag');
  return isLocalAuto && localWords(set, host).some(({ mode }) => mode === 'blocked')
    ? 'a block lost to auto on its own level'
    : undefined;
};

const isAbove = (scopeId: string, host: RandomHost, { groupChain }: HostScopes): boolean =>
  scopeId === 'us' ||
  scopeId === host.site ||
  scopeId === host.id ||
  groupChain.includes(scopeId) ||
  host.tags.includes(scopeId);

const enginesWord = (set: PolicySet): string | undefined => {
  const policy = policyOf(set.decisions, set.subjects, compare);
  for (const host of set.hosts) {
    const complaint = complaintAbout(set, policy, host);
    if (complaint !== undefined) return `${host.id}: ${complaint}`;
  }
  return undefined;
};

/** "Will get" is said only where somebody vouched for a package, and where orders are signed and believed. */
const keptPromises = (set: PolicySet): string | undefined => {
  const policy = policyOf(set.decisions, set.subjects, compare);
  for (const host of set.hosts) {
    const { facts, settings } = host;
    const question = {
      resolution: resolve(policy, hostScopesOf(set, host)),
      facts,
      compare,
      settings,
      now: randomNow,
      nameOf,
    };
    const { action, sentence, toVersion } = verdictOn(question);
    const kinds = awaitsOf(question).map(({ kind }) => kind);
    const isPromised = action === 'update' || sentence.startsWith('Will get') || kinds.includes('checkIn');
    if (isPromised && !canBeKept(set, host, toVersion)) return `${host.id}: ${sentence}`;
    const isLacking = kinds.some((kind) => kind === 'package' || kind === 'signer' || kind === 'root');
    if (action === 'wait' && isLacking === canBeKept(set, host, toVersion))
      return `${host.id} waits for ${kinds.join()}`;
  }
  return undefined;
};

const bothReadings = ({ decisions }: PolicySet): string | undefined => {
  for (const { mode } of decisions)
    for (const isUpToDate of [true, false]) {
      const flags = flagsOf(mode, isUpToDate);
      const [a, b] = [statusByReadingA(flags), statusByReadingB(flags)];
      if (a !== b || a !== decisionStatus(mode, isUpToDate)) return `${mode}: ${a} and ${b}`;
    }
  return undefined;
};

const slotOf = ({ level, scopeId, subject }: Decision): string => `${level} ${scopeId} ${subject}`;

const drawChange = (draw: Draw, { kind, scopes, subjects }: PolicySet): Decision =>
  drawDecision(draw, kind, { ...draw.of(scopes), subject: draw.of(subjects) });

/** As the server does it: hosts by number, resolved by where they stand. */
const touchedIn = (siteId: string, before: PolicySet, after: PolicySet): RandomHost[] => {
  const { hosts, subjects, parentOf, tags } = before;
  const policies = [before, after].map(({ decisions }) => policyOf(decisions, subjects, compare));
  const [was, is] = policies;
  const groups = [...parentOf.keys()];
  const chains = groups.map((groupId) => chainOf(before, groupId));
  const numbers = [...hosts.keys()];
  const { of, scopes } = hostCohortsOf({
    siteId,
    chains,
    groupOf: hosts.map(({ group }) => (group === null ? 0 : groups.indexOf(group) + 1)),
    tagged: new Map(tags.map(({ id }) => [id, numbers.filter((no) => hosts[no]!.tags.includes(id))])),
    deciding: new Set(policies.flatMap(({ at }) => [...at.group.keys(), ...at.tag.keys()])),
    overriddenHosts: new Map(
      numbers.map((no) => [no, hosts[no]!.id] as const).filter(([, id]) => policies.some(({ at }) => at.host.has(id))),
    ),
  });
  const isTouched = (hostScopes: HostScopes) =>
    !isSameEffect(resolve(was!, hostScopes).winner, resolve(is!, hostScopes).winner);
  return hosts.filter((host, no) => host.site === siteId && isTouched(scopes[of(no)]!));
};

const touchedHosts = (set: PolicySet, draw: Draw): string | undefined => {
  const changed = new Map(set.decisions.map((decision) => [slotOf(decision), decision]));
  for (let changes = 1 + draw.below(3); changes > 0; changes--) {
    const decision = drawChange(draw, set);
    changed.set(slotOf(decision), decision);
  }
  const after = { ...set, decisions: [...changed.values()] };
  const touched = set.sites.flatMap((siteId) => touchedIn(siteId, set, after));
  for (const host of set.hosts) {
    const isChanged = effectOf(referenceWinner(set, host)) !== effectOf(referenceWinner(after, host));
    if (touched.includes(host) !== isChanged) return `${host.id} should ${isChanged ? '' : 'not '}be touched`;
  }
  return undefined;
};

/** A store of decisions as the server keeps it: never a row less, and a serial number that only grows. */
class Store {
  rows = new Map<string, { value: Decision; serial: number; setId: string | null }>();

  put(slot: string, value: Decision, setId: string | null) {
    this.rows.set(slot, { value, serial: (this.rows.get(slot)?.serial ?? 0) + 1, setId });
  }
  apply(setId: string, changes: Decision[]): UndoableChange<Decision>[] {
    return changes.map((value) => {
      const key = slotOf(value);
      const row = this.rows.get(key);
      this.put(key, value, setId);
      const before = row?.value ?? { ...value, mode: 'inherit' as const, version: null, delayDays: 0 };
      return { key, before, beforeSetId: row?.setId ?? null };
    });
  }
  undo(setId: string, changes: UndoableChange<Decision>[]): boolean {
    const restored = undoOf(setId, changes, (key) => this.rows.get(key)?.setId ?? null);
    for (const { key, value, setId: from } of restored ?? []) this.put(key, value, from);
    return restored !== undefined;
  }
  serials(): number {
    let sum = 0;
    for (const { serial } of this.rows.values()) sum += serial;
    return sum;
  }
}

const undone = (set: PolicySet, draw: Draw): string | undefined => {
  const store = new Store();
  for (const decision of set.decisions) store.put(slotOf(decision), decision, 'first');
  const made: { id: string; changes: UndoableChange<Decision>[] }[] = [];
  for (let number = 1 + draw.below(4); number > 0; number--) {
    const changes = new Map<string, Decision>();
    for (let size = 1 + draw.below(3); size > 0; size--) {
      const decision = drawChange(draw, set);
      changes.set(slotOf(decision), decision);
    }
    made.push({ id: `set ${number}`, changes: store.apply(`set ${number}`, [...changes.values()]) });
  }
  const [oldest, ...newer] = made;
  const isCovered = oldest!.changes.some(({ key }) =>
    newer.some(({ changes }) => changes.some((change) => change.key === key)),
  );
  if (isCovered && store.undo(oldest!.id, oldest!.changes)) return 'a newer change was lost';
  for (const { id, changes } of made.toReversed()) {
    const before = store.serials();
    if (!store.undo(id, changes)) return `${id} could not be taken back`;
    if (store.serials() !== before + changes.length) return 'a serial number did not grow';
    if (store.undo(id, changes)) return `${id} was taken back twice`;
  }
  const deciding = [...store.rows.values()].flatMap(({ value }) => (value.mode === 'inherit' ? [] : [value]));
  const first = set.decisions.filter(({ mode }) => mode !== 'inherit');
  const isFirst = deciding.length === first.length && first.every((decision) => deciding.includes(decision));
  return isFirst ? undefined : 'not the first state';
};

const properties = { enginesWord, keptPromises, touchedHosts, bothReadings, undone };
type Property = keyof typeof properties;

describe(`over ${sets} random policy sets`, () => {
  const complaints = Object.fromEntries(Object.keys(properties).map((name) => [name, []])) as unknown as Record<
    Property,
    string[]
  >;

  // Drawing a set costs as much as looking at it, so that each is drawn once for all properties.
  beforeAll(() => {
    for (let seed = 0; seed < sets; seed++) {
      const draw = new Draw(seed);
      const set = drawPolicySet(draw);
      for (const [name, look] of Object.entries(properties)) {
        const complaint = look(set, draw);
        if (complaint !== undefined) complaints[name as Property].push(`seed ${seed}: ${complaint}`);
      }
    }
  }, 600_000);
  const expectNoComplaint = (name: Property) => expect(complaints[name].slice(0, 5)).toEqual([]);

  it('the engine equals the reference: winner, verdict, status, trace; no block loses to auto [APPR-05] [APPR-06]', () => {
    expectNoComplaint('enginesWord');
  });

  it('nobody is told "will get" without a package that was vouched for, a signer and a root on the host', () => {
    expectNoComplaint('keptPromises');
  });

  it('a change touches exactly the hosts for whom something else holds afterwards', () => {
    expectNoComplaint('touchedHosts');
  });

  it('both readings agree on every row that is stored [APPR-17]', () => {
    expectNoComplaint('bothReadings');
  });

  it('change sets taken back one after the other give the first state, and a newer change is never lost', () => {
    expectNoComplaint('undone');
  });
});
