import { agentApi, agentLimits, type WorkResult } from '@patchkeep/contract/agent/protocol';
import {
  type Accepted,
  type Delivery,
  followRoots,
  judge,
  latestAfter,
  type LocalPolicy,
  orderTime,
  type Trust,
} from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import type { Caller } from '../../checkin/caller.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Os } from '../../os/os.ts';
import { approversVersionOf, keepApprovers, takeGivenRoot } from '../../trust.ts';
import { execute } from './execute.ts';
import { type Outcome, waiting } from './outcome.ts';
import { nothingDone, refusedOutcome } from './refused-outcome.ts';

interface Parts {
  os: Os;
  journal: Journal;
  caller: Caller;
  directory: string;
  policy: LocalPolicy;
}

/** Well below how long a sign of life of the director counts. */
const leftAfterMs = 10 * 60_000;

/** One lease of a task. */
interface Piece {
  task: string;
  attempt: number;
  epoch?: number | undefined;
}

/** Enrolled before its server had a signer: it has no trusted keys, so it cannot check signatures and does nothing. */
const unregistered = waiting('This host trusts no root. Give it one with `patchkeep-agent trust`.', {
  awaits: 'registration',
});

const trustOf = ({ state: { agentUuid, siteUuid, trust } }: Journal): Trust | undefined => {
  if (agentUuid === undefined || siteUuid === undefined || !trust) return undefined;
  return { ...trust, agent: agentUuid, site: siteUuid, root: readRoot(trust.root) };
};

/**
 * Carries out signed orders, each at most once: what was begun is in the journal before anything happens, so that
 * after a power cut nothing is done a second time; its end is then unknown, and the next inventory tells.
 */
export const work = ({ os, journal, caller, directory, policy }: Parts) => {
  const end = ({ task, attempt, epoch }: Piece, outcome: Outcome): void => {
    const lease = { task, attempt, ...(epoch !== undefined && { epoch }) };
    const result: WorkResult = { ...lease, endedAt: new Date().toISOString(), ...outcome };
    journal.append({ kind: 'workEnded', result });
  };

  /** The host's own clock with its signed floor. What the server says of the time is unsigned and counts for nothing. */
  const orderNow = (): number => orderTime({ latest: journal.state.trust?.latest ?? 0 }, Date.now());

  /** Keeps the signed time of a delivery before its order is judged, and for good. */
  const noteTime = (delivery: Delivery, known: Trust): Trust => {
    const latest = latestAfter(delivery, known, Date.now());
    const { siteUuid, trust } = journal.state;
    if (latest === known.latest || siteUuid === undefined || !trust) return known;
    journal.append({ kind: 'trust', siteUuid, trust: { ...trust, latest } });
    return { ...known, latest };
  };

  const accept = (delivery: Delivery, trust: Trust): Accepted => {
    const accepted = judge(delivery, noteTime(delivery, trust), policy, Date.now());
    const { task, attempt } = accepted.order;
    const { root: _root, agent: _agent, site, ...newTrust } = accepted.trust;
    const root = journal.state.trust?.root ?? '';
    journal.append(
      { kind: 'trust', siteUuid: site, trust: { ...newTrust, releases: { ...newTrust.releases }, root } },
      { kind: 'workBegun', task, attempt, at: new Date().toISOString() },
    );
    return accepted;
  };

  /** Follows the roots to the newest that counts, and keeps it before it is used. */
  const follow = (roots: readonly string[]): void => {
    const { siteUuid, trust } = journal.state;
    if (siteUuid === undefined || !trust || roots.length === 0) return;
    const newest = followRoots(roots, readRoot(trust.root), orderNow());
    if (newest !== undefined) journal.append({ kind: 'trust', siteUuid, trust: { ...trust, root: newest } });
  };

  const takeApprovers = (texts: readonly string[] | undefined): void => keepApprovers(journal, texts, orderNow());

  /** Gives whether an inventory would tell the server something that it does not know. */
  const carryOut = async (delivery: Delivery & Piece, signal: AbortSignal): Promise<boolean> => {
    if (journal.state.work.some(({ task }) => task === delivery.task)) return false;
    const trust = trustOf(journal);
    if (!trust) {
      end(delivery, unregistered);
      return false;
    }
    let accepted: Accepted;
    try {
      accepted = accept(delivery, trust);
    } catch (error) {
      end(delivery, refusedOutcome(error, journal.state.clockOffsetMs));
      return false;
    }
    const outcome = await execute(accepted, { os, caller, directory, now: orderNow }, signal);
    end(delivery, outcome);
    // What was refused here was planned by an inventory that is not true any more.
    return outcome.exitCode !== null || outcome.result === 'rejected' || outcome.result === 'tentative';
  };

  return {
    takeApprovers,
    takeGivenRoot: (signal: AbortSignal): Promise<void> => takeGivenRoot({ directory, journal, caller }, signal),

    /** What was begun before this process was: nobody saw its end. */
    noteWhatWasCutOff(): void {
      for (const piece of journal.state.work)
        if (!piece.result)
          end(piece, {
            ...nothingDone,
            result: 'unknown',
            cause: 'The host or its agent went down in the middle of it.',
          });
    },

    /** Tells how work ended. Gives whether some of it may have changed the host, which an inventory then shows. */
    async report(signal: AbortSignal): Promise<boolean> {
      const owed = journal.state.work.flatMap(({ result }) => result ?? []);
      if (owed.length === 0) return false;
      const { lineage } = journal.state;
      const answer = await caller.call(agentApi.results, { lineage, results: owed.slice(0, 50) }, signal);
      journal.append(
        { kind: 'contact', at: new Date().toISOString(), lineage: answer.lineage },
        { kind: 'workReported', tasks: answer.acknowledged },
      );
      return owed.some(({ result }) => result === 'tentative' || result === 'unknown');
    },

    /** Fetches what waits and does it, one piece after the other. */
    async fetchAndDo(signal: AbortSignal): Promise<boolean> {
      const { lineage, trust, work: inHand } = journal.state;
      const fetchedAt = Date.now();
      const held = inHand.map(({ task }) => task).slice(0, agentLimits.held);
      const answer = await caller.call(
        agentApi.work,
        {
          lineage,
          held,
          approversVersion: approversVersionOf(journal),
          ...(trust && { rootVersion: readRoot(trust.root).version }),
        },
        signal,
      );
      journal.append({ kind: 'contact', at: new Date().toISOString(), lineage: answer.lineage });
      follow(answer.roots ?? []);
      takeApprovers(answer.approvers);
      let isChanged = false;
      for (const delivery of answer.deliveries) {
        // After a long installer the rest has grown stale: it is not refused but left, and leased again.
        if (Date.now() - fetchedAt > leftAfterMs) break;
        isChanged = (await carryOut(delivery, signal)) || isChanged;
      }
      return isChanged;
    },
  };
};
export type Work = ReturnType<typeof work>;
