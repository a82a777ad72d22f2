import { type ApprovalLevel, approvalLevels, approvalTypes } from '@patchkeep/contract/approval-fields';
import { undoOf } from '@patchkeep/rules/approvals/undo';
import type { Context } from '../../../platform/context.ts';
import { saveConflict } from '../../../platform/errors.ts';
import type { ChangeKind, ChangeSetRow } from '../../changes/public.ts';
import type { DecisionChange } from '../approvals.tables.ts';
import { scopeOfChange, stateOf } from '../policy/decision-changes.rules.ts';
import { lockRevision } from '../policy/decisions.repository.ts';
import { type Decisions, loadDecisions } from '../policy/decisions.service.ts';
import { type Scopes, scopesFor } from '../policy/scopes.service.ts';
import { assertMayDecide, recordedChanges, setOf, writeDecisionChanges } from './changes.service.ts';
import { presentDecisionChanges } from './decision-changes.presenter.ts';
import { assessImpact } from './impact.service.ts';
import { loadSubjects, type Plan, planOf } from './plan.service.ts';

const levelOf = (row: ChangeSetRow): ApprovalLevel => approvalLevels[row.level] ?? 'system';
const scopeOf = ({ site_id }: Pick<ChangeSetRow, 'site_id'>) => (site_id === null ? 'system' : 'site');
const storedChangesOf = (row: ChangeSetRow): DecisionChange[] => row.moves as DecisionChange[];

/** Refuses a change set whose group or tag was deleted: its decisions were deleted along. */
const assertScopesExist = (row: ChangeSetRow, scopes: Scopes): void => {
  if (storedChangesOf(row).some((change) => !scopes.byScope.has(scopeOfChange(change, row.customer_id))))
    throw saveConflict('A group or tag of this change is gone');
};

/** Refuses a request whose decisions were changed after it was made: confirming it would make another change. */
const assertUnchanged = (changes: readonly DecisionChange[], decisions: Decisions, customerId: string): void => {
  const isChanged = changes.some(
    (change) =>
      (decisions.at(scopeOfChange(change, customerId), change.kind, change.subject)?.serialNumber ?? 0) !==
      change.serialBefore,
  );
  if (isChanged) throw saveConflict('An approval was changed since this was asked for; ask for it again');
};

/** Plans stored changes anew, on the decisions of today. */
const planAgain = async (
  context: Context,
  scopes: Scopes,
  before: Decisions,
  changes: readonly DecisionChange[],
  { type, level }: Pick<Plan, 'type' | 'level'>,
): Promise<Plan> => {
  const { find, updates } = await loadSubjects(context, scopes, changes);
  const subjects = new Map(
    changes.map((change) => [`${change.kind} ${change.subject}`, find(change.kind, change.subject)]),
  );
  return planOf(context, scopes, before, changes, {
    type,
    level,
    unchanged: 0,
    subjects: [...subjects.values()],
    updates,
  });
};

/** Every decision of the set as it was before, or undefined while something newer stands in the way. */
const restoredBy = (row: ChangeSetRow, decisions: Decisions) => {
  const keyed = storedChangesOf(row).map((change) => ({
    key: `${scopeOfChange(change, row.customer_id)} ${change.kind} ${change.subject}`,
    before: change,
    beforeSetId: change.setIdBefore,
    stored: decisions.at(scopeOfChange(change, row.customer_id), change.kind, change.subject),
  }));
  const setIds = new Map(keyed.map(({ key, stored }) => [key, stored?.changeSetId ?? null]));
  return undoOf(row.change_set_id, keyed, (key) => setIds.get(key) ?? null);
};

/** Change sets of approvals: decisions before and after. */
export const approvalKind: ChangeKind = {
  rightOf: ({ site_id }) => (site_id === null ? 'isSystemAdmin' : 'canMakeChanges'),
  async lock(context, row) {
    assertMayDecide(context, scopeOf(row));
    await scopesFor(context, scopeOf(row));
    await lockRevision(context.tx, context.principal.customerId);
  },
  changesOf: (row) => presentDecisionChanges(row.first_moves as DecisionChange[]),
  isUndoable: (row) => row.change_count > 0 && row.standing === row.change_count,
  noUndoOf: () => null,
  async apply(context, row) {
    const scopes = await scopesFor(context, scopeOf(row));
    const before = await loadDecisions(context, scopes.siteIds);
    const stored = storedChangesOf(row);
    assertScopesExist(row, scopes);
    assertUnchanged(stored, before, row.customer_id);
    const type = row.type === null ? null : (approvalTypes[row.type] ?? null);
    const assessed = await assessImpact(
      context,
      await planAgain(context, scopes, before, stored, { type, level: levelOf(row) }),
    );
    if (!assessed.contentHash.equals(row.content_hash)) throw saveConflict('What was asked for has changed');
    if (!assessed.targetsHash.equals(row.targets_hash))
      throw saveConflict('Other hosts would be touched than when this was asked for; ask for it again');
    await writeDecisionChanges(context, assessed, () => row.change_set_id);
    const recorded = recordedChanges(assessed.changes);
    return { before: recorded.before, after: { hosts: assessed.effects.hostNos.length, ...recorded.after } };
  },
  async undo(context, row, reason) {
    const scopes = await scopesFor(context, scopeOf(row));
    const before = await loadDecisions(context, scopes.siteIds);
    assertScopesExist(row, scopes);
    const restored = restoredBy(row, before);
    if (restored === undefined) throw saveConflict('A newer change stands in the way');
    const { customerId } = context.principal;
    const changes = restored.map(({ value: change }): DecisionChange => {
      const stored = before.at(scopeOfChange(change, customerId), change.kind, change.subject);
      return {
        ...change,
        before: stateOf(stored),
        after: change.before,
        statusBefore: change.statusAfter,
        statusAfter: change.statusBefore,
        serialBefore: stored?.serialNumber ?? 0,
      };
    });
    const plan = await planAgain(context, scopes, before, changes, { type: null, level: scopeOf(row) });
    const assessed = await assessImpact(context, plan);
    const undoing: ChangeSetRow = {
      ...setOf(context, assessed, reason),
      title: `Take back: ${row.title}`,
      site_id: row.site_id,
      level: row.level,
      undoes_id: row.change_set_id,
    };
    await writeDecisionChanges(context, assessed, (change) => change.setIdBefore);
    return { row: undoing, done: recordedChanges(changes) };
  },
};
