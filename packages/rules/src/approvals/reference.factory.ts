import type { Facts } from './facts.ts';
import { type PolicySet, type RandomHost, randomNow } from './random-policies.factory.ts';
import type { Decision, HostScopes } from './resolve.ts';

/**
 * What approvals mean, host by host and by brute force, written from the sentences of docs/spec/decisions.md (A1 to A5)
 * and docs/adr/0016 without a line of the engine: where both agree on every set, the engine says what was decided.
 */
/** What one scope says of the subject: the update itself before its classification. */
const wordAt = (set: PolicySet, level: string, id: string): Decision | undefined => {
  for (const subject of set.subjects)
    for (const decision of set.decisions)
      if (decision.level === level && decision.scopeId === id && decision.subject === subject)
        if (decision.mode !== 'inherit') return decision;
  return undefined;
};

/** The one level of groups and tags: the nearest group that decides, and every tag of the host. */
export const localWords = (set: PolicySet, host: RandomHost): Decision[] => {
  const words: Decision[] = [];
  let group = host.group;
  while (group !== null && words.length === 0) {
    const word = wordAt(set, 'group', group);
    if (word !== undefined) words.push(word);
    group = set.parentOf.get(group) ?? null;
  }
  for (const tag of host.tags.toSorted()) {
    const word = wordAt(set, 'tag', tag);
    if (word !== undefined) words.push(word);
  }
  return words;
};

export const referenceWinner = (set: PolicySet, host: RandomHost): Decision | null => {
  const own = wordAt(set, 'host', host.id);
  if (own !== undefined) return own;
  const words = localWords(set, host);
  const blocked = words.find(({ mode }) => mode === 'blocked');
  if (blocked !== undefined) return blocked;
  const manual = words.filter(({ mode }) => mode === 'manual');
  const lowest = Math.min(...manual.map(({ version }) => Number(version)));
  const longest = Math.max(...words.map(({ delayDays }) => delayDays));
  const local =
    manual.length > 0
      ? manual.find(({ version }) => Number(version) === lowest)
      : words.find(({ delayDays }) => delayDays === longest);
  if (local !== undefined) return local;
  return wordAt(set, 'site', host.site) ?? wordAt(set, 'system', 'us') ?? null;
};

const isOldEnough = (releasedOn: Date | null, days: number): boolean =>
  days === 0 || (releasedOn !== null && randomNow.getTime() - releasedOn.getTime() >= days * 86_400_000);

/** Approving a classification approves the updates it has that day. */
const wasThere = (releasedOn: Date | null, { decidedAt }: Decision): boolean =>
  releasedOn !== null && decidedAt !== null && releasedOn.getTime() <= decidedAt.getTime();

/** The server signs, and the host checks: without both no host is ever told anything (A27). */
const obeys = ({ isSigning }: PolicySet, { machine }: RandomHost): boolean => isSigning && machine.hasRoot;

/** Somebody's copy that a package would update is older: of the machine or a user, and of the package's variant. */
const hasOldCopy = (
  { facts }: RandomHost,
  { scope, copies }: PolicySet['packages'][number],
  version: string,
): boolean => {
  if (facts.kind !== 'app') return false;
  const isOther = (named: readonly string[] | string | null | undefined, said: string | undefined): boolean =>
    said !== undefined && named?.includes(said) === false;
  if (facts.copies === undefined)
    return scope === 'machine' && facts.installed.some((copy) => Number(copy) < Number(version));
  return facts.copies.some(
    (copy) =>
      copy.scope === scope &&
      Number(copy.version) < Number(version) &&
      !isOther(copies.architectures, copy.architecture) &&
      !isOther(copies.family, copy.family),
  );
};

/** There is a package: signed, not expired, for this system and processor, and for whose copy is old (A27). */
const hasPackage = ({ packages }: PolicySet, host: RandomHost, version: string): boolean => {
  const { machine } = host;
  for (const each of packages) {
    if (!hasOldCopy(host, each, version)) continue;
    if (each.version !== version || each.expiresAt.getTime() <= randomNow.getTime()) continue;
    if ((each.kind === 'deb') !== (machine.osFamily === 1)) continue;
    const [architecture] = each.architectures;
    if (architecture === undefined || architecture === 'neutral' || architecture === machine.architecture) return true;
    if (architecture === 'x86') return true;
    if (architecture === 'x64' && machine.architecture === 'arm64') return true;
  }
  return false;
};

/** Whether a promise to update the host to this version, or to install the Windows update, can be kept. */
export const canBeKept = (set: PolicySet, host: RandomHost, version: string | null): boolean =>
  obeys(set, host) && (host.facts.kind === 'wua' || hasPackage(set, host, version ?? ''));

/** "update 5", "stay", "wait 5" or "none": what shall happen. */
export const referenceDeed = (winner: Decision | null, set: PolicySet, host: RandomHost): string => {
  const { facts, settings } = host;
  if (facts.kind === 'wua') {
    const install = canBeKept(set, host, null) ? 'update null' : 'wait null';
    if (facts.isInstalled || winner === null) return 'none';
    if (winner.mode === 'blocked') return 'stay';
    if (winner.mode === 'auto') return isOldEnough(facts.releasedOn, winner.delayDays) ? install : 'wait null';
    if (winner.subject === 'kb:1') return install;
    return wasThere(facts.releasedOn, winner) ? install : 'stay';
  }
  if (facts.installed.length === 0 || winner === null) return 'none';
  if (winner.mode === 'blocked') return 'stay';
  const lowest = Math.min(...facts.installed.map(Number));
  const newest = Number(facts.offers[0]?.version ?? 0);
  const install = (version: number) => {
    if (settings === 'incomplete') return `wait ${version}`;
    return canBeKept(set, host, String(version)) ? `update ${version}` : `wait ${version}`;
  };
  if (winner.mode === 'manual') {
    if (lowest < Number(winner.version)) return install(Number(winner.version));
    return lowest < newest ? 'stay' : 'none';
  }
  if (lowest >= newest) return 'none';
  const ripe = facts.offers.find(
    ({ version, releasedOn }) => lowest < Number(version) && isOldEnough(releasedOn, winner.delayDays),
  );
  if (ripe !== undefined) return install(Number(ripe.version));
  const atOnce = install(newest);
  return atOnce.startsWith('update') ? `wait ${newest}` : atOnce;
};

export const referenceStatus = (winner: Decision | null, facts: Facts): string => {
  if (winner === null) return 'disabled';
  if (winner.mode !== 'manual') return winner.mode;
  if (facts.kind === 'app')
    return Number(winner.version) >= Number(facts.offers[0]?.version ?? 0) ? 'up-to-date' : 'out-of-date';
  if (winner.subject === 'kb:1') return facts.supersededBy === null ? 'up-to-date' : 'out-of-date';
  return wasThere(facts.releasedOn, winner) ? 'up-to-date' : 'out-of-date';
};

/** What a decision does, as one word to compare by. */
export const effectOf = (winner: Decision | null): string => {
  if (winner === null) return 'nothing';
  if (winner.mode === 'blocked') return 'blocked';
  if (winner.mode === 'auto') return `auto ${winner.delayDays}`;
  return winner.subject.startsWith('class:') ? `class ${winner.decidedAt?.getTime()}` : `approved ${winner.version}`;
};

export const chainOf = (set: PolicySet, from: string | null): string[] => {
  const chain: string[] = [];
  for (let group = from; group !== null; group = set.parentOf.get(group) ?? null) chain.push(group);
  return chain;
};

export const hostScopesOf = (set: PolicySet, host: RandomHost): HostScopes => ({
  hostId: host.id,
  siteId: host.site,
  groupChain: chainOf(set, host.group),
  tagIds: host.tags,
});
