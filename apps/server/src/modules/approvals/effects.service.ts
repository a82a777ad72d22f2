import { type ApprovalStatus, approvalStatuses } from '@patchkeep/contract/approval-fields';
import { statusAbout } from '@patchkeep/rules/approvals/facts';
import { isSameEffect } from '@patchkeep/rules/approvals/touched';
import { answerTo } from '@patchkeep/rules/approvals/verdict';
import type { Context } from '../../platform/context.ts';
import type { Case } from './cases.service.ts';
import type { Decisions } from './decisions.service.ts';
import { type StoredResolution, walk } from './effective.service.ts';
import type { Places } from './places.service.ts';
import { askedOf } from './settings.rules.ts';
import type { Subject } from './subjects.service.ts';

/** What a change does, host by host in numbers. */
export interface Effects {
  /** Hosts for whom something else is decided than before, in order. */
  hostNos: readonly number[];
  /** Decisions for those hosts: a host counts once for each subject. */
  before: Record<ApprovalStatus, number>;
  after: Record<ApprovalStatus, number>;
  updating: number;
  /** Null when no subject says whether it needs one. */
  restarts: number | null;
  /** Insecure installations whose fix would be stopped. */
  stoppedFixes: number;
}

const insecure = 2;
const noStatuses = (): Record<ApprovalStatus, number> =>
  Object.fromEntries(approvalStatuses.map((status) => [status, 0])) as Record<ApprovalStatus, number>;

export const noEffects = (): Effects => ({
  hostNos: [],
  before: noStatuses(),
  after: noStatuses(),
  updating: 0,
  restarts: null,
  stoppedFixes: 0,
});

const nobody = { winner: null, losers: [] };
const unnamed = (): string => '';

export const effectsOf = async (
  context: Context,
  places: Places,
  subjects: readonly Subject[],
  before: Decisions,
  after: Decisions,
  all: ReadonlyMap<string, Subject>,
): Promise<Effects> => {
  const { now } = context;
  const touched = new Set<number>();
  const updating = new Set<number>();
  const restarting = new Set<number>();
  const effects = { before: noStatuses(), after: noStatuses(), stoppedFixes: 0 };
  const isUpdating = (each: Case, combination: number, resolution: StoredResolution): boolean => {
    const asked = askedOf(each.subject, resolution, each.factsOf(combination));
    return answerTo({ ...asked, now, nameOf: unnamed }).action === 'update';
  };
  for await (const { case: each, alike } of walk(context, places, subjects, [before, after], all))
    for (const { combination, hostNos, resolutions } of alike) {
      const [was = nobody, is = nobody] = resolutions;
      if (isSameEffect(was.winner, is.winner)) continue;
      const facts = each.factsOf(combination);
      effects.before[statusAbout(was.winner, facts, each.subject.compare)] += hostNos.length;
      effects.after[statusAbout(is.winner, facts, each.subject.compare)] += hostNos.length;
      const goes = isUpdating(each, combination, is);
      if (!goes && is.winner?.mode === 'blocked' && each.worstOf(combination) >= insecure)
        effects.stoppedFixes += hostNos.length;
      for (const hostNo of hostNos) {
        touched.add(hostNo);
        if (goes) updating.add(hostNo);
        if (goes && each.subject.isRestartRequired === true) restarting.add(hostNo);
      }
    }
  const isSaid = subjects.some((subject) => subject.isRestartRequired !== null);
  return {
    ...effects,
    hostNos: [...touched].toSorted((a, b) => a - b),
    updating: updating.size,
    restarts: isSaid ? restarting.size : null,
  };
};
