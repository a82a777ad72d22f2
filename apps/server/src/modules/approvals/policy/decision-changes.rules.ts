import type { ApprovalKind } from '@patchkeep/contract/approval-fields';
import type { DecisionState, DecisionChange } from '../approvals.tables.ts';
import type { Decisions, StoredDecision } from './decisions.service.ts';

/** The id of the scope whose decision a change changes. */
export const scopeOfChange = (
  change: Pick<DecisionChange, 'groupId' | 'tagId' | 'siteId'>,
  customerId: string,
): string => change.groupId ?? change.tagId ?? change.siteId ?? customerId;

/** The state of a decision that was never made. */
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

/** The decisions as they would be with these changes applied. */
export const afterChanges = (
  decisions: Decisions,
  changes: readonly DecisionChange[],
  { customerId, now }: { customerId: string; now: Date },
): Decisions => {
  const bySubject = Map.groupBy(changes, (change) => `${change.kind} ${change.subject}`);
  const changed = (change: DecisionChange, before: StoredDecision | undefined): StoredDecision => ({
    approvalId: before?.approvalId ?? '',
    kind: change.kind,
    level: change.level,
    subject: change.subject,
    scopeId: scopeOfChange(change, customerId),
    siteId: change.siteId,
    ...change.after,
    delayDays: change.after.options.delayDays,
    serialNumber: change.serialBefore + 1,
    changeSetId: null,
    decidedBy: before?.decidedBy ?? null,
    decidedAt: new Date(change.after.decidedOn ?? now),
    changedAt: now,
  });
  const about = (kind: ApprovalKind, subject: string): readonly StoredDecision[] => {
    const before = decisions.about(kind, subject);
    const own = bySubject.get(`${kind} ${subject}`);
    if (!own) return before;
    const stored = new Map(before.map((each) => [each.scopeId, each]));
    for (const change of own) {
      const scopeId = scopeOfChange(change, customerId);
      stored.set(scopeId, changed(change, stored.get(scopeId)));
    }
    return [...stored.values()];
  };
  const untouched = decisions.all.filter((each) => !bySubject.has(`${each.kind} ${each.subject}`));
  return {
    revision: decisions.revision,
    about,
    at: (scopeId, kind, subject) => about(kind, subject).find((each) => each.scopeId === scopeId),
    all: [
      ...untouched,
      ...[...bySubject.values()].flatMap(([change]) => (change ? about(change.kind, change.subject) : [])),
    ],
  };
};
