import type { KeyObject } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WantedPackages } from '@patchkeep/contract/packager';
import { rawKey } from '@patchkeep/orders/envelope';
import type { Fetched, WantedFile } from '../evidence/fetch-file.ts';
import { judgementNames } from '../evidence/holds.ts';
import type { Plan } from '../prepare/plan.ts';
import { type Prepared, preparePlan } from '../prepare/prepare.ts';
import { installedAsOf } from '../prepare/propose.ts';
import {
  evidenceOf,
  inState,
  isDue,
  isLifted,
  keptBack,
  newBuild,
  notOffered,
  withdrawnBuild,
} from './build-states.ts';
import { type BuildStore, hashOf, type KeptBuild } from './build-store.ts';
import type { PlanSource } from './plans.ts';
import { vouchFor } from './vouch.ts';

const day = 86_400_000;
/** A statement is signed anew when it ends this soon, and then lasts as long as a new one. */
const renewBefore = 30 * day;
const lifeMs = 90 * day;

export interface BuilderOptions {
  home: string;
  key: KeyObject;
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

/** What the operator has lifted. Of a provider's package all judgements were the provider's to make; facts are facts. */
const liftsOf = ({ vouched }: Plan, lifts: WantedPackages['lifted']) => {
  if (vouched) return { lifted: judgementNames, reason: `Judged by the provider ${vouched.provider}` };
  return {
    lifted: lifts.map(({ hold }) => hold),
    reason: lifts.length > 0 ? lifts.map(({ hold, reason }) => `${hold}: ${reason}`).join('; ') : undefined,
  };
};

/** Carries out one plan, tells the store how far it is, and vouches for the package when nothing speaks against it. */
const make = async (
  build: KeptBuild,
  plan: Plan,
  { home, key, store, roots, clamd, fetch, log, clock, lifted }: BuilderOptions & Pick<WantedPackages, 'lifted'>,
): Promise<void> => {
  const id = build.build;
  const out = store.proposalOf(id);
  rmSync(out, { recursive: true, force: true });
  store.put(inState(build, 'fetching', clock()));
  const lifts = lifted.filter((lift) => lift.build === id);
  const means = {
    out,
    ledger: join(home, 'ledger.jsonl'),
    roots,
    clamd,
    choice: {},
    fetch: fetch && ((wanted: WantedFile) => fetch(plan, wanted)),
    ...liftsOf(plan, lifts),
  };
  const prepared = await preparePlan(plan, means, {
    onProgress: (bytes, total) => store.report(id, total === null ? null : Math.floor((100 * bytes) / total)),
    onFetched: () => store.put(inState(build, 'checking', clock())),
  }).catch((error: unknown): Prepared => {
    log({ err: error, build: id }, 'a package could not be prepared');
    return { holds: [{ name: 'packagerFailed', says: `${(error as Error).message}.` }], told: null };
  });
  const now = clock();
  if ('installer' in prepared) {
    const { hash, expires } = vouchFor(out, key);
    const ready = inState(build, 'ready', now);
    const evidence = evidenceOf(prepared.told);
    store.put({ ...ready, holds: [], evidence, tries: 0, statementHash: hash, expires });
  } else store.put(keptBack(build, prepared.holds, prepared.told, now));
  const { channelTag, version, variant } = build;
  const holds = prepared.holds.map(({ name }) => name);
  log({ channelTag, version, variant, state: store.get(id)?.state, holds }, 'package looked at');
};

/** Makes the packages that are wanted, one after the other. All that it needs to know lies in its folder. */
export const openBuilder = (given: BuilderOptions) => {
  const { key, store, clock } = given;
  /** Undefined until the server has said it: after a start nothing is given up before. */
  let asked: WantedPackages | undefined;
  /** In the order in which they are wanted. */
  let plans = new Map<string, Plan>();
  let busyWith: string | undefined;

  /** What the plan changes about a build that is known; undefined when it stays as it is. */
  const changed = (known: KeptBuild, now: number): KeptBuild | undefined => {
    const isUnderWay = known.state === 'fetching' || known.state === 'checking';
    // The packager was ended meanwhile, or a person has lifted what holds it.
    if ((isUnderWay && busyWith !== known.build) || isLifted(known, asked?.lifted ?? []))
      return inState(known, 'waiting', now);
    if (known.state !== 'ready' || (known.expires ?? 0) - now >= renewBefore) return undefined;
    const { hash, expires } = vouchFor(store.proposalOf(known.build), key, now + lifeMs);
    return { ...known, statementHash: hash, expires };
  };

  const keepPlanned = (plan: Plan, now: number): string => {
    const { installer, version } = plan.offer;
    const signed = [installer.url, installer.sha256, plan.installArguments, plan.recipe, installedAsOf(plan)];
    const planHash = hashOf(rawKey(key), ...signed, ...(plan.vouched ? [plan.vouched] : []));
    const fresh = newBuild({ channelTag: plan.channel.tag, version, variant: plan.variant }, planHash, now);
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
    const now = clock();
    const wantedBuilds = new Set<string>();
    const planned = new Map<string, Plan>();
    for (const wanted of asked.wanted) {
      const found = plansFor(wanted);
      if ('withdrawn' in found) wantedBuilds.add(keepNotOffered(withdrawnBuild(wanted, found.withdrawn, now)));
      else if ('notOffered' in found) wantedBuilds.add(keepNotOffered(notOffered(wanted, found.notOffered, now)));
      else for (const plan of found.plans) planned.set(keepPlanned(plan, now), plan);
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
          await make(build, plan, { ...given, lifted: asked?.lifted ?? [] });
        } finally {
          busyWith = undefined;
        }
        return true;
      }
      return false;
    },
  };
};
export type Builder = ReturnType<typeof openBuilder>;
