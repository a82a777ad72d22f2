import { agentApi } from '@patchkeep/contract/agent/protocol';
import type { Inventory } from '../capabilities/inventory/inventory.ts';
import type { Journal } from '../journal/journal.ts';
import { readBootTime } from '../os/boot-time.ts';
import type { Caller } from './caller.ts';
import { CallRefused } from './refusal.ts';

interface Parts {
  journal: Journal;
  caller: Caller;
  inventory: Inventory;
}

/** One exchange: hashes and revisions up, what is wanted down, and that done. Gives the seconds to the next one. */
export const checkIn = async ({ journal, caller, inventory }: Parts, signal?: AbortSignal): Promise<number> => {
  const bootTime = readBootTime(journal.state.bootTime);
  if (bootTime !== journal.state.bootTime) journal.append({ kind: 'boot', bootTime });

  const { lineage, inspected, inspectedRevision, scheduleRevision } = journal.state;
  const answer = await caller.call(
    agentApi.checkIn,
    { lineage, inventoryHash: inspected?.hash ?? null, inspectedRevision, scheduleRevision, bootTime },
    signal,
  );
  journal.append({ kind: 'contact', at: new Date().toISOString(), lineage: answer.lineage });
  if (answer.schedule)
    journal.append({ kind: 'schedule', revision: answer.scheduleRevision, schedule: answer.schedule });
  const afterUpload = await inventory.answerTo(answer, signal).catch((error: unknown) => {
    // Welcome to check in but not to send anything, as while disabled: the next check-in says when that changes.
    if (error instanceof CallRefused && error.reason.kind === 'unwelcome') return undefined;
    throw error;
  });
  return afterUpload ?? answer.nextInSeconds;
};
