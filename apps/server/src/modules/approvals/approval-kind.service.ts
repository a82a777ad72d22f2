import { type ApprovalLevel, approvalLevels, approvalTypes } from '@patchkeep/contract/approval-fields';
import { undoOf } from '@patchkeep/rules/approvals/undo';
import type { Context } from '../../platform/context.ts';
import { saveConflict } from '../../platform/errors.ts';
import type { ChangeKind, ChangeSetRow } from '../changes/public.ts';
import type { Move } from './approvals.tables.ts';
import { assertMayDecide, recordedMoves, rowOf, writeMoves } from './changes.service.ts';
import { lockRevision } from './decisions.repository.ts';
import { type Decisions, loadDecisions } from './decisions.service.ts';
import { scopeOfMove, stateOf } from './moved.rules.ts';
import { presentMoves } from './moves.presenter.ts';
import { type Places, placesFor } from './places.service.ts';
import { loadSubjects, type Plan, planOf } from './plan.service.ts';
import { weigh } from './weigh.service.ts';

const levelOf = (row: ChangeSetRow): ApprovalLevel => approvalLevels[row.level] ?? 'system';
const placeOf = ({ site_id }: Pick<ChangeSetRow, 'site_id'>) => (site_id === null ? 'system' : 'site');
const movesOf = (row: ChangeSetRow): Move[] => row.moves as Move[];

/** Decisions go with their group or tag; what a set says about them cannot be done any more. */
const assertPlaces = (row: ChangeSetRow, places: Places): void => {
  if (movesOf(row).some((move) => !places.byScope.has(scopeOfMove(move, row.customer_id))))
    throw saveConflict('A group or tag of this change is gone');
};

/** The decisions must be as they were when the change was asked for: otherwise it would be another change. */
const assertUnmoved = (moves: readonly Move[], decisions: Decisions, customerId: string): void => {
  const isMoved = moves.some(
    (move) =>
      (decisions.at(scopeOfMove(move, customerId), move.kind, move.subject)?.serialNumber ?? 0) !== move.serialBefore,
  );
  if (isMoved) throw saveConflict('An approval was changed since this was asked for; ask for it again');
};

/** Stored moves as a plan of today, on top of the decisions as they are. */
const planAgain = async (
  context: Context,
  places: Places,
  before: Decisions,
  moves: readonly Move[],
  { type, level }: Pick<Plan, 'type' | 'level'>,
): Promise<Plan> => {
  const { find, updates } = await loadSubjects(context, places, moves);
  const subjects = new Map(moves.map((move) => [`${move.kind} ${move.subject}`, find(move.kind, move.subject)]));
  return planOf(context, places, before, moves, {
    type,
    level,
    unchanged: 0,
    subjects: [...subjects.values()],
    updates,
  });
};

/** Every decision of the set as it was before, or undefined while something newer stands in the way. */
const restoredBy = (row: ChangeSetRow, decisions: Decisions) => {
  const keyed = movesOf(row).map((move) => ({
    key: `${scopeOfMove(move, row.customer_id)} ${move.kind} ${move.subject}`,
    before: move,
    beforeSetId: move.setIdBefore,
    stored: decisions.at(scopeOfMove(move, row.customer_id), move.kind, move.subject),
  }));
  const setIds = new Map(keyed.map(({ key, stored }) => [key, stored?.changeSetId ?? null]));
  return undoOf(row.change_set_id, keyed, (key) => setIds.get(key) ?? null);
};

/** Change sets of approvals: decisions before and after. */
export const approvalKind: ChangeKind = {
  rightOf: ({ site_id }) => (site_id === null ? 'isSystemAdmin' : 'canMakeChanges'),
  async lock(context, row) {
    assertMayDecide(context, placeOf(row));
    await placesFor(context, placeOf(row));
    await lockRevision(context.tx, context.principal.customerId);
  },
  changesOf: (row) => presentMoves(row.first_moves as Move[]),
  isUndoable: (row) => row.change_count > 0 && row.standing === row.change_count,
  async apply(context, row) {
    const places = await placesFor(context, placeOf(row));
    const before = await loadDecisions(context, places.siteIds);
    const stored = movesOf(row);
    assertPlaces(row, places);
    assertUnmoved(stored, before, row.customer_id);
    const type = row.type === null ? null : (approvalTypes[row.type] ?? null);
    const weighed = await weigh(
      context,
      await planAgain(context, places, before, stored, { type, level: levelOf(row) }),
    );
    if (!weighed.contentHash.equals(row.content_hash)) throw saveConflict('What was asked for has changed');
    if (!weighed.targetsHash.equals(row.targets_hash))
      throw saveConflict('Other hosts would be touched than when this was asked for; ask for it again');
    await writeMoves(context, weighed, () => row.change_set_id);
    const moved = recordedMoves(weighed.moves);
    return { before: moved.before, after: { hosts: weighed.effects.hostNos.length, ...moved.after } };
  },
  async undo(context, row, reason) {
    const places = await placesFor(context, placeOf(row));
    const before = await loadDecisions(context, places.siteIds);
    assertPlaces(row, places);
    const restored = restoredBy(row, before);
    if (restored === undefined) throw saveConflict('A newer change stands in the way');
    const { customerId } = context.principal;
    const moves = restored.map(({ value: move }): Move => {
      const stored = before.at(scopeOfMove(move, customerId), move.kind, move.subject);
      return {
        ...move,
        before: stateOf(stored),
        after: move.before,
        statusBefore: move.statusAfter,
        statusAfter: move.statusBefore,
        serialBefore: stored?.serialNumber ?? 0,
      };
    });
    const plan = await planAgain(context, places, before, moves, { type: null, level: placeOf(row) });
    const weighed = await weigh(context, plan);
    const undoing: ChangeSetRow = {
      ...rowOf(context, weighed, reason),
      title: `Take back: ${row.title}`,
      site_id: row.site_id,
      level: row.level,
      undoes_id: row.change_set_id,
    };
    await writeMoves(context, weighed, (move) => move.setIdBefore);
    return { row: undoing, done: recordedMoves(moves) };
  },
};
