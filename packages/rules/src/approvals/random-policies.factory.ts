import type { ApprovalKind, DecisionMode } from '@patchkeep/contract/approval-fields';
import type { Facts, SettingsState } from './facts.ts';
import type { DecidingLevel, Decision } from './resolve.ts';
import { type Machine, supplyOf, type VouchedPackage } from './supply.ts';

/** A customer drawn at random: its scopes, its hosts and everything decided about one subject (and some about another). */
export interface PolicySet {
  kind: ApprovalKind;
  subjects: string[];
  sites: string[];
  parentOf: Map<string, string | null>;
  tags: { id: string; site: string }[];
  hosts: RandomHost[];
  /** The server has a signer. */
  isSigning: boolean;
  /** What was vouched for. */
  packages: VouchedPackage[];
  /** All that can decide. */
  scopes: { level: DecidingLevel; scopeId: string }[];
  decisions: Decision[];
}

export interface RandomHost {
  id: string;
  site: string;
  group: string | null;
  tags: string[];
  machine: Machine;
  facts: Facts;
  settings: SettingsState;
}

/** Numbers of one seed, the same on every machine: a failing set can be drawn again. */
export class Draw {
  #state: number;
  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  }
  /** 0 to limit - 1 */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
  of<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T;
  }
  some<T>(all: readonly T[], percent: number): T[] {
    return all.filter(() => this.chance(percent));
  }
}

export const randomNow = new Date('2026-11-15T09:00:00Z');
const days = Array.from({ length: 20 }, (_, ago) => new Date(randomNow.getTime() - ago * 86_400_000));
const daysAgo = (ago: number): Date => days[ago] ?? new Date(randomNow.getTime() - ago * 86_400_000);
const modes: readonly DecisionMode[] = ['inherit', 'blocked', 'manual', 'auto'];

/** A decision of a shape that can be stored. */
export const drawDecision = (
  draw: Draw,
  kind: ApprovalKind,
  at: { level: DecidingLevel; scopeId: string; subject: string },
): Decision => {
  const mode = draw.of(modes);
  return {
    ...at,
    mode,
    version: mode === 'manual' && kind === 'app' ? String(1 + draw.below(6)) : null,
    delayDays: mode === 'auto' && draw.chance(40) ? draw.of([3, 7]) : 0,
    decidedBy: null,
    // Only of a classification does the day of a decision matter.
    decidedAt: kind === 'wua' ? daysAgo(draw.below(12)) : null,
  };
};

/** Statements about packages of versions 1 to 6: of some versions none, of others for another system, or expired. */
const drawPackages = (draw: Draw): VouchedPackage[] =>
  Array.from({ length: draw.below(14) }, () => ({
    copies: draw.of([
      {},
      {},
      { architectures: ['x64'] },
      { architectures: ['x86'] },
      { family: 'msi' },
      { family: 'exe' },
    ]),
    version: String(1 + draw.below(6)),
    kind: draw.chance(80) ? 'msi' : 'deb',
    scope: draw.chance(70) ? 'machine' : 'user',
    architectures: draw.of([[], ['x64'], ['arm64'], ['x86'], ['neutral']]),
    languages: [],
    expiresAt: daysAgo(draw.chance(80) ? -30 : 1 + draw.below(9)),
  }));

const drawMachine = (draw: Draw): Machine => ({
  osFamily: draw.chance(85) ? 0 : 1,
  architecture: draw.of(['x64', 'x64', 'arm64', 'ia32']),
  hasRoot: draw.chance(90),
});

/** What a host has and is offered; what it can be given comes from the function that the server asks. */
const drawFacts = (
  draw: Draw,
  { kind, isSigning, packages }: Pick<PolicySet, 'kind' | 'isSigning' | 'packages'>,
  machine: Machine,
): Facts => {
  const { orders, packageOf } = supplyOf(packages, machine, { isSigning, now: randomNow });
  if (kind === 'wua') {
    const isInstalled = draw.chance(10);
    const releasedOn = draw.chance(10) ? null : daysAgo(draw.below(12));
    return { kind, name: 'KB1', isInstalled, releasedOn, supersededBy: draw.chance(20) ? 'KB2' : null, orders };
  }
  const newest = draw.below(7);
  const offers = Array.from({ length: Math.min(newest, 3) }, (_, age) => ({
    version: String(newest - age),
    releasedOn: draw.chance(15) ? null : daysAgo(age * 4 + draw.below(4)),
  }));
  const copies = draw.chance(5) ? 0 : 1 + draw.below(2);
  const owned = Array.from({ length: copies }, () => ({
    version: String(1 + draw.below(6)),
    scope: draw.chance(75) ? ('machine' as const) : ('user' as const),
    architecture: draw.of([undefined, undefined, 'x64', 'x86'] as const),
    family: draw.of([undefined, 'msi', 'exe'] as const),
  }));
  const installed = owned.map(({ version }) => version);
  // Of most hosts nothing is said about owners: all their copies are the machine's, of whatever variant.
  const isOwned = draw.chance(40) || owned.some(({ scope }) => scope === 'user');
  return { kind, name: 'Chrome', installed, ...(isOwned && { copies: owned }), offers, packageOf, orders };
};

const scopesOf = ({ sites, parentOf, tags, hosts, kind }: Omit<PolicySet, 'decisions' | 'scopes'>) => [
  { level: 'system' as const, scopeId: 'us' },
  ...sites.map((scopeId) => ({ level: 'site' as const, scopeId })),
  ...[...parentOf.keys()].map((scopeId) => ({ level: 'group' as const, scopeId })),
  ...tags.map(({ id }) => ({ level: 'tag' as const, scopeId: id })),
  ...(kind === 'wua' ? hosts.map(({ id }) => ({ level: 'host' as const, scopeId: id })) : []),
];

export const drawPolicySet = (draw: Draw): PolicySet => {
  const kind = draw.of(['app', 'wua'] as const);
  const subjects = kind === 'app' ? ['chrome'] : ['kb:1', 'class:security updates'];
  const sites = draw.chance(30) ? ['a', 'b'] : ['a'];
  const parentOf = new Map<string, string | null>();
  const groupsOf = new Map(sites.map((site) => [site, [] as string[]]));
  for (let number = draw.below(7); number > 0; number--) {
    const site = draw.of(sites);
    const siblings = groupsOf.get(site) ?? [];
    const id = `g${number}`;
    parentOf.set(id, siblings.length > 0 && draw.chance(75) ? draw.of(siblings) : null);
    siblings.push(id);
  }
  const tags = Array.from({ length: draw.below(5) }, (_, number) => ({ id: `t${9 - number}`, site: draw.of(sites) }));
  const isSigning = draw.chance(85);
  const packages = kind === 'app' ? drawPackages(draw) : [];
  const hosts = Array.from({ length: 1 + draw.below(4) }, (_, number): RandomHost => {
    const site = draw.of(sites);
    const groups = groupsOf.get(site) ?? [];
    const machine = drawMachine(draw);
    return {
      id: `h${number}`,
      site,
      group: groups.length > 0 && draw.chance(85) ? draw.of(groups) : null,
      tags: draw.some(tags, 60).flatMap((tag) => (tag.site === site ? [tag.id] : [])),
      machine,
      facts: drawFacts(draw, { kind, isSigning, packages }, machine),
      settings: draw.of(['notNeeded', 'complete', 'incomplete'] as const),
    };
  });
  const world = { kind, subjects, sites, parentOf, tags, hosts, isSigning, packages };
  const density = draw.of([15, 40, 70]);
  const scopes = scopesOf(world);
  const decisions = scopes.flatMap((at) =>
    [...subjects, 'other']
      .filter(() => draw.chance(at.level === 'host' ? density / 3 : density))
      .map((subject) => drawDecision(draw, kind, { ...at, subject })),
  );
  return { ...world, scopes, decisions };
};
