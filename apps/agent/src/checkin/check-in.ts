import { agentApi } from '@patchkeep/contract/agent/protocol';
import type { Inventory } from '../capabilities/inventory/inventory.ts';
import type { Work } from '../capabilities/work/work.ts';
import type { Journal } from '../journal/journal.ts';
import { readBootTime } from '../os/boot-time.ts';
import { approversVersionOf } from '../trust.ts';
import type { Caller } from './caller.ts';
import { CallRefused } from './refusal.ts';

interface Parts {
  journal: Journal;
  caller: Caller;
  inventory: Inventory;
  work: Work;
}

/** Welcome to check in but not to do anything more, as while disabled: the next check-in says when that changes. */
const unlessUnwelcome = (error: unknown): undefined => {
  if (error instanceof CallRefused && error.reason.kind === 'unwelcome') return undefined;
  throw error;
};

/** One exchange: hashes and revisions up, what is wanted down, and that done. Gives the seconds to the next one. */
export const checkIn = async ({ journal, caller, inventory, work }: Parts, signal: AbortSignal): Promise<number> => {
  const bootTime = readBootTime(journal.state.bootTime);
  if (bootTime !== journal.state.bootTime) journal.append({ kind: 'boot', bootTime });

  const { lineage, inspected, inspectedRevision, scheduleRevision } = journal.state;
  const answer = await caller.call(
    agentApi.checkIn,
    {
      lineage,
      inventoryHash: inspected?.hash ?? null,
      inspectedRevision,
      scheduleRevision,
      bootTime,
      approversVersion: approversVersionOf(journal),
    },
    signal,
  );
  journal.append({ kind: 'contact', at: new Date().toISOString(), lineage: answer.lineage });
  if (answer.schedule)
    journal.append({ kind: 'schedule', revision: answer.scheduleRevision, schedule: answer.schedule });
  work.takeApprovers(answer.approvers);
  const afterUpload = await inventory.answerTo(answer, signal).catch(unlessUnwelcome);
  const doWork = async (): Promise<number | undefined> => {
    await work.takeGivenRoot(signal);
    // Report results left by a previous run; only a new inventory confirms them.
    const isOwed = await work.report(signal);
    const isChanged = answer.isWorkWaiting === true && (await work.fetchAndDo(signal));
    await work.report(signal);
    // Nothing counts as done before an inventory shows it.
    return isOwed || isChanged ? inventory.verify(signal) : undefined;
  };
  const afterWork = await doWork().catch(unlessUnwelcome);
  return afterWork ?? afterUpload ?? answer.nextInSeconds;
};
