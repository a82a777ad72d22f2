import type { ApprovalKind } from '@patchkeep/contract/approval-fields';
import type { DecisionState, Move } from './approvals.tables.ts';
import type { Decisions, StoredDecision } from './decisions.service.ts';

/** The id of the place a move is about. */
export const scopeOfMove = (move: Pick<Move, 'groupId' | 'tagId' | 'siteId'>, customerId: string): string =>
  move.groupId ?? move.tagId ?? move.siteId ?? customerId;

/** What holds where nothing was ever decided. */
export const undecided: DecisionState = {
  mode: 'inherit',
  version: null,
  options: { delayDays: 0, note: '' },
  customization: null,
  isCustomizationEnabled: false,
  decidedOn: null,
};

export const stateOf = (decision: StoredDecision | undefined): DecisionState =>
  decision === undefined
    ? undecided
    : {
        mode: decision.mode,
        version: decision.version,
        options: decision.options,
        customization: decision.customization,
        isCustomizationEnabled: decision.isCustomizationEnabled,
        decidedOn: decision.decidedOn,
      };

/** The decisions as they would be after some moves. */
export const afterMoves = (
  decisions: Decisions,
  moves: readonly Move[],
  { customerId, now }: { customerId: string; now: Date },
): Decisions => {
  const bySubject = Map.groupBy(moves, (move) => `${move.kind} ${move.subject}`);
  const moved = (move: Move, before: StoredDecision | undefined): StoredDecision => ({
    approvalId: before?.approvalId ?? '',
    kind: move.kind,
    level: move.level,
    subject: move.subject,
    scopeId: scopeOfMove(move, customerId),
    siteId: move.siteId,
    ...move.after,
    delayDays: move.after.options.delayDays,
    serialNumber: move.serialBefore + 1,
    changeSetId: null,
    decidedBy: before?.decidedBy ?? null,
    decidedAt: new Date(move.after.decidedOn ?? now),
    changedAt: now,
  });
  const about = (kind: ApprovalKind, subject: string): readonly StoredDecision[] => {
    const before = decisions.about(kind, subject);
    const own = bySubject.get(`${kind} ${subject}`);
    if (!own) return before;
    const stored = new Map(before.map((each) => [each.scopeId, each]));
    for (const move of own) {
      const scopeId = scopeOfMove(move, customerId);
      stored.set(scopeId, moved(move, stored.get(scopeId)));
    }
    return [...stored.values()];
  };
  const untouched = decisions.all.filter((each) => !bySubject.has(`${each.kind} ${each.subject}`));
  return {
    revision: decisions.revision,
    about,
    at: (scopeId, kind, subject) => about(kind, subject).find((each) => each.scopeId === scopeId),
    all: [...untouched, ...[...bySubject.values()].flatMap(([move]) => (move ? about(move.kind, move.subject) : []))],
  };
};
