import { type ApprovalStatus, approvalStatuses } from '@patchkeep/contract/approval-fields';
import type { Verdict } from '@patchkeep/contract/why';
import { statusAbout } from '@patchkeep/rules/approvals/facts';
import type { Resolution } from '@patchkeep/rules/approvals/resolve';
import { isSameEffect } from '@patchkeep/rules/approvals/touched';
import { answerTo, isPackageLack } from '@patchkeep/rules/approvals/verdict';
import type { Context } from '../../../platform/context.ts';
import type { Decisions } from '../policy/decisions.service.ts';
import type { Scopes } from '../policy/scopes.service.ts';
import { questionOf } from '../policy/settings.rules.ts';
import type { Subject } from '../policy/subjects.service.ts';
import { type ResolvedCohort, resolveCohorts } from '../resolution/resolve-cohorts.service.ts';
import type { SubjectHolders } from '../resolution/subject-holders.service.ts';

/** What a change does, host by host in numbers. */
export interface Effects {
  /** Hosts for whom something else is decided than before, in order. */
  hostNos: readonly number[];
  /** Decisions for those hosts: a host counts once for each subject. */
  before: Record<ApprovalStatus, number>;
  after: Record<ApprovalStatus, number>;
  updating: number;
  /** Hosts that shall be updated and cannot be yet: for want of a package, of a signer, or of a root on the host. */
  waiting: Record<'package' | 'signer' | 'root', number>;
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
  waiting: { package: 0, signer: 0, root: 0 },
  restarts: null,
  stoppedFixes: 0,
});

/** Hosts by number, each once: a set of a hundred thousand, filled for every subject, would be most of the work. */
const markedHosts = () => {
  let marks = new Uint8Array(1_024);
  return {
    mark(hostNos: Int32Array): void {
      for (const hostNo of hostNos) {
        if (hostNo >= marks.length) {
          const more = new Uint8Array(Math.max(hostNo + 1, marks.length * 2));
          more.set(marks);
          marks = more;
        }
        marks[hostNo] = 1;
      }
    },
    /** In order. */
    numbers(): number[] {
      const found: number[] = [];
      marks.forEach((mark, hostNo) => mark === 1 && found.push(hostNo));
      return found;
    },
  };
};

const nobody = { winner: null, losers: [] };
const unnamed = (): string => '';

export const effectsOf = async (
  context: Context,
  scopes: Scopes,
  subjects: readonly Subject[],
  before: Decisions,
  after: Decisions,
  all: ReadonlyMap<string, Subject>,
): Promise<Effects> => {
  const { now } = context;
  const [touched, updating, restarting] = [markedHosts(), markedHosts(), markedHosts()];
  const waiting = { package: markedHosts(), signer: markedHosts(), root: markedHosts() };
  const markWaiting = (reason: Verdict['reason'], hostNos: Int32Array): void => {
    if (reason === 'noSigner') waiting.signer.mark(hostNos);
    else if (reason === 'noRoot') waiting.root.mark(hostNos);
    else if (isPackageLack(reason)) waiting.package.mark(hostNos);
  };
  const effects = { before: noStatuses(), after: noStatuses(), stoppedFixes: 0 };
  const answerFor = (each: SubjectHolders, cohort: ResolvedCohort, resolution: Resolution) => {
    const question = questionOf(each.subject, resolution, each.factsOf(cohort));
    return answerTo({ ...question, now, nameOf: unnamed });
  };
  for await (const { subjectHolders: each, cohorts } of resolveCohorts(context, scopes, subjects, [before, after], all))
    for (const cohort of cohorts) {
      const { combination, hostNos, resolutions } = cohort;
      const [was = nobody, is = nobody] = resolutions;
      if (isSameEffect(was.winner, is.winner)) continue;
      const facts = each.factsOf(cohort);
      effects.before[statusAbout(was.winner, facts, each.subject.compare)] += hostNos.length;
      effects.after[statusAbout(is.winner, facts, each.subject.compare)] += hostNos.length;
      const { action, reason } = answerFor(each, cohort, is);
      const goes = action === 'update';
      if (!goes && is.winner?.mode === 'blocked' && each.worstOf(combination) >= insecure)
        effects.stoppedFixes += hostNos.length;
      touched.mark(hostNos);
      if (goes) updating.mark(hostNos);
      if (action === 'wait') markWaiting(reason, hostNos);
      if (goes && each.subject.isRestartRequired === true) restarting.mark(hostNos);
    }
  const isSaid = subjects.some((subject) => subject.isRestartRequired !== null);
  return {
    ...effects,
    hostNos: touched.numbers(),
    updating: updating.numbers().length,
    waiting: {
      package: waiting.package.numbers().length,
      signer: waiting.signer.numbers().length,
      root: waiting.root.numbers().length,
    },
    restarts: isSaid ? restarting.numbers().length : null,
  };
};
