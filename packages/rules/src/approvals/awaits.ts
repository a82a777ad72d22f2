import type { HostState } from '@patchkeep/contract/hosts';
import type { AwaitedStep } from '@patchkeep/contract/why';
import { answerTo, type Question } from './verdict.ts';
import { placeWords } from './words.ts';

/** What keeps a host from being updated at its next check-in. */
const hostWords: Record<HostState, string | null> = {
  active: null,
  dormant: 'The host has not been heard of for a while.',
  disabled: 'The host is disabled.',
  quarantined: 'The host is in quarantine.',
  pending: 'The host has not been accepted yet.',
  trash: 'The host is in the trash.',
};

/** What must happen before the answer comes true, people first; `pendingChange` is a change that awaits a second person. */
export const awaitsOf = (question: Question, pendingChange: string | null = null): AwaitedStep[] => {
  const { resolution, facts, standing, nameOf, hasOwnFile = false } = question;
  const { action, reason, toVersion, until } = answerTo(question);
  const awaits: AwaitedStep[] = [];
  const add = (kind: AwaitedStep['kind'], sentence: string, moment: Date | null = null) =>
    awaits.push({ kind, sentence, until: moment?.toISOString() ?? null });

  if (pendingChange !== null) add('secondPerson', `The change "${pendingChange}" waits for a second administrator.`);
  if (reason === 'needsSettings' && resolution.winner !== null) {
    const { winner } = resolution;
    const where = winner.level === 'tag' ? ` at ${placeWords(winner, nameOf)}` : '; only a tag can have them';
    add('settings', `${facts.name} needs custom settings${where}.`);
  }
  if (reason === 'delayed') add('delay', `${toVersion ?? facts.name} is not old enough yet.`, until);
  if (action === 'update' || action === 'wait') {
    const kept = standing === undefined ? null : hostWords[standing.state];
    if (kept !== null) add('host', kept);
  }
  // Nobody has vouched for such a file, so no host would run it.
  if (action === 'update' && hasOwnFile)
    add('settings', 'Its custom settings name a file, and files do not reach hosts yet.');
  else if (action === 'update') {
    if (standing?.scheduledAt) add('schedule', 'Updates run there by schedule.', standing.scheduledAt);
    else add('checkIn', 'The host hears of it at its next check-in.');
  }
  if (standing?.isRestartPending === true) add('restart', 'The host waits for a restart.');
  return awaits;
};
