import { approvalLevels, approvalTypes } from '@patchkeep/contract/approval-fields';
import type { ChangeSet, DecisionChange } from '@patchkeep/contract/change-sets';
import { undoOf } from '@patchkeep/rules/approvals/undo';
import type { Move } from './approvals.tables.ts';
import type { ListedChangeSet } from './change-sets.queries.ts';
import type { Decisions } from './decisions.service.ts';
import { scopeOfMove } from './moved.rules.ts';

/** As they are numbered in the table. */
export const changeSetState = { applied: 0, awaiting: 1, refused: 2, undone: 3 } as const;
const stateNames = ['applied', 'awaiting', 'refused', 'undone'] as const;

const mostShown = 200;

export const presentMove = (move: Move): DecisionChange => ({
  kind: move.kind,
  subject: move.subject,
  name: move.name,
  level: move.level,
  scopeUuid: move.groupId ?? move.tagId ?? move.siteId,
  scopeName: move.scopeName,
  before: { status: move.statusBefore, version: move.before.version },
  after: { status: move.statusAfter, version: move.after.version },
});

export const presentMoves = (moves: readonly Move[]): DecisionChange[] => moves.slice(0, mostShown).map(presentMove);

export const stateOfSet = (row: Pick<ListedChangeSet, 'state' | 'expires_at'>, now: Date): ChangeSet['state'] => {
  const state = stateNames[row.state] ?? 'applied';
  return state === 'awaiting' && row.expires_at !== null && row.expires_at <= now ? 'expired' : state;
};

/** Every decision of the set as it was before, or undefined while something newer stands in the way. */
export const restoredBy = (
  { change_set_id, customer_id, moves }: Pick<ListedChangeSet, 'change_set_id' | 'customer_id' | 'moves'>,
  decisions: Decisions,
) => {
  const keyed = moves.map((move) => ({
    key: `${scopeOfMove(move, customer_id)} ${move.kind} ${move.subject}`,
    before: move,
    beforeSetId: move.setIdBefore,
    stored: decisions.at(scopeOfMove(move, customer_id), move.kind, move.subject),
  }));
  const setIds = new Map(keyed.map(({ key, stored }) => [key, stored?.changeSetId ?? null]));
  return undoOf(change_set_id, keyed, (key) => setIds.get(key) ?? null);
};

/** Who looks, as far as it decides what they may do about a set. */
export interface Viewer {
  userId: string;
  sessionId: string;
  isPerson: boolean;
  mayChange: boolean;
  now: Date;
}

export const presentChangeSet = (row: ListedChangeSet, decisions: Decisions, viewer: Viewer): ChangeSet => {
  const state = stateOfSet(row, viewer.now);
  const isOther = row.requested_by !== viewer.userId && row.requested_session !== viewer.sessionId;
  return {
    changeSetUuid: row.change_set_id,
    state,
    title: row.title,
    type: row.type === null ? null : (approvalTypes[row.type] ?? null),
    level: approvalLevels[row.level] ?? 'site',
    siteUuid: row.site_id,
    reason: row.reason,
    contentHash: row.content_hash.toString('hex'),
    requestedBy: row.requester ?? '',
    requestedByUuid: row.requested_by,
    requestedAt: row.requested_at.toISOString(),
    confirmedBy: row.confirmer,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    expires: row.expires_at?.toISOString() ?? null,
    hosts: row.hosts,
    changeCount: row.moves.length,
    changes: presentMoves(row.moves),
    undoesUuid: row.undoes_id,
    isUndoable:
      state === 'applied' && viewer.mayChange && row.moves.length > 0 && restoredBy(row, decisions) !== undefined,
    isConfirmable: state === 'awaiting' && viewer.isPerson && viewer.mayChange && isOther,
  };
};
