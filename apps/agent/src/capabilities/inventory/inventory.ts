import { agentApi, type InspectionSchedule } from '@patchkeep/contract/agent/protocol';
import { constants } from '@patchkeep/contract/constants';
import type { z } from 'zod';
import type { Caller } from '../../checkin/caller.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Os } from '../../os/os.ts';
import { isInspectionDue, nextInspection } from './due.ts';
import { factsDigest, inspect, type Inspection } from './inspect.ts';

type CheckInAnswer = z.output<(typeof agentApi)['checkIn']['response']>;

/** What a site runs by before anybody saved a schedule; the server then sends none. */
const defaultSchedule: InspectionSchedule = { ...constants.schedule, daysOfWeek: constants.allDays };

interface Parts {
  os: Os;
  journal: Journal;
  caller: Caller;
}

/** Keeps the server's picture of the host right: looks when the schedule or the server says so, sends what changed. */
export const inventory = ({ os, journal, caller }: Parts) => {
  // Not kept on disk: after a restart a fresh look is both truer and cheaper than an old file.
  let ready: Inspection | undefined;
  const schedule = (): InspectionSchedule => journal.state.schedule ?? defaultSchedule;

  const look = async (revision: number): Promise<Inspection> => {
    journal.append({ kind: 'inspecting', at: new Date().toISOString() });
    const found = await inspect(os, journal.state);
    const { hash, software } = found;
    journal.append({ kind: 'inspected', at: found.at.toISOString(), hash, count: software.length, revision });
    ready = found;
    return found;
  };

  const upload = async (found: Inspection, signal?: AbortSignal): Promise<number> => {
    const { lineage, inspectedRevision, clockOffsetMs } = journal.state;
    const { hash, facts, software, windowsUpdates } = found;
    const takenAt = new Date(found.at.getTime() + clockOffsetMs).toISOString();
    const answer = await caller.call(
      agentApi.inventory,
      { lineage, hash, takenAt, inspectedRevision, facts, software, ...(windowsUpdates && { windowsUpdates }) },
      signal,
    );
    const at = new Date().toISOString();
    journal.append({
      kind: 'uploaded',
      at,
      hash: answer.storedHash,
      factsDigest: factsDigest(facts),
      revision: inspectedRevision,
      lineage: answer.lineage,
    });
    ready = undefined;
    return answer.nextInSeconds;
  };

  return {
    /**
     * Looks when the schedule wants it, and holds the result for the next check-in: all hosts of a site share the
     * time of day, and each has its own moment to check in.
     */
    async inspectIfDue(): Promise<boolean> {
      const { inspected, inspectedRevision } = journal.state;
      // The first look is the server's to ask for: a host that waits to be accepted tells nothing yet.
      if (!inspected || !isInspectionDue(schedule(), new Date(inspected.at), new Date())) return false;
      await look(inspectedRevision);
      return true;
    },

    /** After work: inspects and uploads at once, so that the server can verify what was done. */
    verify: async (signal?: AbortSignal): Promise<number> =>
      upload(await look(journal.state.inspectedRevision), signal),

    nextRun: (): Date | undefined => nextInspection(schedule(), new Date()),

    /** Does what a check-in asked for; gives the seconds to the next one where an upload brought newer ones. */
    async answerTo(checkInAnswer: CheckInAnswer, signal?: AbortSignal): Promise<number | undefined> {
      const { inspectedRevision, uploaded } = journal.state;
      if (checkInAnswer.inspectRevision > inspectedRevision)
        return upload(await look(checkInAnswer.inspectRevision), signal);
      // An inspection somebody asked for is reported even if nothing changed, also after a crash in between.
      const isOwed = (uploaded?.revision ?? 0) < inspectedRevision;
      if (checkInAnswer.isInventoryWanted || isOwed) return upload(ready ?? (await look(inspectedRevision)), signal);
      if (ready && factsDigest(ready.facts) !== uploaded?.factsDigest) return upload(ready, signal);
      ready = undefined;
      return undefined;
    },
  };
};
export type Inventory = ReturnType<typeof inventory>;
