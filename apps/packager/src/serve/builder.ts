import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { WantedPackages } from '@patchkeep/contract/packager';
import type { Fetched, WantedFile } from '../evidence/fetch-file.ts';
import { judgementNames } from '../evidence/holds.ts';
import type { Plan } from '../prepare/plan.ts';
import { type Prepared, preparePlan } from '../prepare/prepare.ts';
import { conductOf, fitOf, installedAsOf } from '../prepare/propose.ts';
import {
  evidenceOf,
  inState,
  isAwaiting,
  isDue,
  isLifted,
  keptBack,
  newBuild,
  notOffered,
  withdrawnBuild,
  withoutLifts,
} from './build-states.ts';
import { type BuildStore, hashOf, type KeptBuild } from './build-store.ts';
import { type Lift, meansOf, readLifts } from './lifts.ts';
import type { PlanSource } from './plans.ts';
import type { Vouching } from './vouching.ts';

const day = 86_400_000;
/** A statement is signed anew when it ends this soon, and then lasts as long as a new one. */
const renewBefore = 30 * day;
const lifeMs = 90 * day;

export interface BuilderOptions {
  home: string;
  vouching: Vouching;
  source: PlanSource;
  /** How the file of a plan comes, where not from its address. */
  fetch?: ((plan: Plan, wanted: WantedFile) => Promise<Fetched>) | undefined;
  /** The certificates under which signatures count, as PEM. */
  roots: string;
  clamd: string | undefined;
  store: BuildStore;
  log: (about: object, says: string) => void;
  /** The time. */
  clock: () => number;
}

/** Has somebody vouch for what was prepared. */
const settle = async (build: KeptBuild, { vouching, store, log, clock }: BuilderOptions): Promise<void> => {
  const given = await vouching.settle(build, store.proposalOf(build.build), clock());
  const settled = vouching.mode === 'simple' ? given : withoutLifts(given);
  if (isDeepStrictEqual({ ...settled, retryAt: null }, { ...build, retryAt: null }))
    return store.report(build.build, settled);
  store.put(settled);
  const { channelTag, version, variant, state, holds } = settled;
  if (state !== build.state)
    log({ channelTag, version, variant, state, holds: holds.map(({ name }) => name) }, 'package looked at');
};

/** What is lifted. Of a provider's package all judgements were the provider's to make; facts are facts. */
const liftedFor = ({ vouched }: Plan, lifts: WantedPackages['lifted'], build: string) =>
  vouched ? { lifted: judgementNames, reason: `Judged by the provider ${vouched.provider}` } : meansOf(lifts, build);

/** Carries out one plan, tells the store how far it is, and has it vouched for when nothing speaks against it. */
const make = async (
  build: KeptBuild,
  plan: Plan,
  options: BuilderOptions & Pick<WantedPackages, 'lifted'>,
): Promise<void> => {
  const { home, store, roots, clamd, fetch, log, clock, lifted, vouching } = options;
  const id = build.build;
  const out = store.proposalOf(id);
  rmSync(out, { recursive: true, force: true });
  store.put(inState(build, 'fetching', clock()));
  const given = { out, ledger: join(home, 'ledger.jsonl'), roots, clamd, choice: {}, ...liftedFor(plan, lifted, id) };
  const means = { ...given, fetch: fetch && ((wanted: WantedFile) => fetch(plan, wanted)) };
  const prepared = await preparePlan(plan, means, {
    onProgress: (bytes, total) =>
      store.report(id, { percent: total === null ? null : Math.floor((100 * bytes) / total) }),
    onFetched: () => store.put(inState(build, 'checking', clock())),
  }).catch((error: unknown): Prepared => {
    log({ err: error, build: id }, 'a package could not be prepared');
    return { holds: [{ name: 'packagerFailed', says: `${(error as Error).message}.` }], told: null };
  });
  if ('installer' in prepared) {
    const checked = { ...inState(build, 'checking', clock()), evidence: evidenceOf(prepared.told) };
    return settle(checked, options);
  }
  const kept = keptBack(build, prepared.holds, prepared.told, clock());
  store.put(vouching.mode === 'simple' ? kept : withoutLifts(kept));
  const { channelTag, version, variant, state } = kept;
  log({ channelTag, version, variant, state, holds: kept.holds.map(({ name }) => name) }, 'package looked at');
};

/** Makes the packages that are wanted, one after the other. All that it needs to know lies in its folder. */
export const openBuilder = (given: BuilderOptions) => {
  const { home, vouching, store, clock } = given;
  /** Undefined until the server has said it: after a start nothing is given up before. */
  let asked: WantedPackages | undefined;
  /** In the order in which they are wanted. */
  let plans = new Map<string, Plan>();
  let busyWith: string | undefined;
  /** What was lifted on this machine, read once for all builds. */
  let ownLifts: Lift[] = [];

  /** In simple mode the server tells what a person has lifted; else it is lifted on this machine, and nowhere else. */
  const liftsFor = (known: Pick<KeptBuild, 'since'>): WantedPackages['lifted'] => {
    if (vouching.mode === 'simple') return asked?.lifted ?? [];
    // The verifier is asked once more, not again and again.
    const isSpent = (lift: Lift): boolean => lift.hold === 'verifierDisagrees' && lift.at < Date.parse(known.since);
    return ownLifts.filter((lift) => !isSpent(lift));
  };

  /** What the plan changes about a build that is known; undefined when it stays as it is. */
  const changed = (known: KeptBuild, now: number): KeptBuild | undefined => {
    const isUnderWay = known.state === 'fetching' || known.state === 'checking';
    // The packager was ended meanwhile, or a person has lifted what holds it.
    if ((isUnderWay && busyWith !== known.build) || isLifted(known, liftsFor(known)))
      return inState(known, 'waiting', now);
    if (known.state !== 'ready' || (known.expires ?? 0) - now >= renewBefore) return undefined;
    // Somebody else vouches too, and looks at the package anew: what hosts have counts until then.
    if (!vouching.renew) return inState(known, 'waiting', now);
    const { hash, expires } = vouching.renew(store.proposalOf(known.build), now + lifeMs);
    return { ...known, statementHash: hash, expires };
  };

  const keepPlanned = (plan: Plan, now: number): string => {
    const { installer, version } = plan.offer;
    // Most packages have nothing of these two: their builds stay as they are.
    const more = [...Object.values(conductOf(plan)), ...(plan.vouched ? [plan.vouched] : [])];
    const about = [plan.installArguments, plan.recipe, installedAsOf(plan), fitOf(plan), ...more];
    const signed = [installer.url, installer.sha256, ...about];
    const planHash = hashOf(...vouching.keys, ...signed);
    const { scope, listedAs } = plan.offer.variant;
    const fits = { architectures: plan.architectures, scope, family: listedAs };
    const fresh = newBuild({ channelTag: plan.channel.tag, version, variant: plan.variant, fits }, planHash, now);
    const known = store.get(fresh.build);
    if (known && known.planHash !== planHash) store.remove(known.build);
    const next = known?.planHash === planHash ? changed(known, now) : fresh;
    if (next) store.put(next);
    return fresh.build;
  };

  const keepNotOffered = (build: KeptBuild): string => {
    if (store.get(build.build)?.planHash !== build.planHash) store.put(build);
    return build.build;
  };

  /** Brings the builds in line with what is wanted and what the manifests say. */
  const align = async (): Promise<void> => {
    const plansFor = await given.source();
    if (!plansFor || !asked) {
      // Nothing is begun by what no longer counts.
      plans = new Map();
      return;
    }
    ownLifts = readLifts(home);
    const now = clock();
    const wantedBuilds = new Set<string>();
    const planned = new Map<string, Plan>();
    for (const wanted of asked.wanted) {
      const found = plansFor(wanted);
      if ('withdrawn' in found) {
        wantedBuilds.add(keepNotOffered(withdrawnBuild(wanted, found.withdrawn, now)));
        continue;
      }
      for (const each of found.notOffered) wantedBuilds.add(keepNotOffered(notOffered(wanted, each, now)));
      for (const plan of found.plans) planned.set(keepPlanned(plan, now), plan);
    }
    for (const build of planned.keys()) wantedBuilds.add(build);
    for (const { build } of store.all()) if (!wantedBuilds.has(build) && build !== busyWith) store.remove(build);
    plans = planned;
  };

  return {
    async want(next: WantedPackages): Promise<void> {
      asked = next;
      await align();
    },
    /** Makes the next package that is due; false when none is. */
    async makeNext(): Promise<boolean> {
      await align();
      for (const [id, plan] of plans) {
        const build = store.get(id);
        if (!build || !isDue(build, clock())) continue;
        busyWith = id;
        try {
          if (isAwaiting(build)) await settle(build, given);
          else await make(build, plan, { ...given, lifted: liftsFor(build) });
        } finally {
          busyWith = undefined;
        }
        return true;
      }
      return false;
    },
    /** When the next build is due, unless something changes before. */
    nextDue(): number {
      const due = [...plans.keys()].map((id) => Date.parse(store.get(id)?.retryAt ?? ''));
      return Math.min(...due.filter((time) => !Number.isNaN(time)));
    },
  };
};
export type Builder = ReturnType<typeof openBuilder>;
