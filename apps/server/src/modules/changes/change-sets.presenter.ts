import { approvalLevels, approvalTypes } from '@patchkeep/contract/approval-fields';
import type { ChangeSet } from '@patchkeep/contract/change-sets';
import type { ChangeKindName } from '@patchkeep/contract/gates';
import type { Right } from '@patchkeep/contract/rights';
import type { ChangeKinds } from './change-kinds.service.ts';
import type { ListedChangeSet } from './change-sets.queries.ts';

/** As they are numbered in the table. */
export const changeSetState = { applied: 0, awaiting: 1, refused: 2, undone: 3 } as const;
const stateNames = ['applied', 'awaiting', 'refused', 'undone'] as const;

/** Decisions shown of one set, and of each of a list. */
export const mostShown = { alone: 200, listed: 20 };

/** A request that its own author closed was withdrawn. */
const isWithdrawn = ({ requested_by, confirmed_by }: Pick<ListedChangeSet, 'requested_by' | 'confirmed_by'>): boolean =>
  requested_by === confirmed_by;

export const stateOfSet = (
  row: Pick<ListedChangeSet, 'state' | 'expires_at' | 'requested_by' | 'confirmed_by'>,
  now: Date,
): ChangeSet['state'] => {
  const state = stateNames[row.state] ?? 'applied';
  if (state === 'refused' && isWithdrawn(row)) return 'withdrawn';
  return state === 'awaiting' && row.expires_at !== null && row.expires_at <= now ? 'expired' : state;
};

/** Who looks, as far as it decides what they may do about a set. */
export interface Viewer {
  userId: string;
  sessionId: string;
  isPerson: boolean;
  holds: (right: Right) => boolean;
  now: Date;
}

export const presentChangeSet = (row: ListedChangeSet, viewer: Viewer, kinds: ChangeKinds): ChangeSet => {
  const kind = kinds(row.kind);
  const state = stateOfSet(row, viewer.now);
  // Confirming and taking back need what the act itself needs.
  const mayAct = viewer.holds('canMakeChanges') && viewer.holds(kind.rightOf(row));
  const isOther = row.requested_by !== viewer.userId && row.requested_session !== viewer.sessionId;
  const isOwnToken = row.is_asked_by_token && row.requested_by === viewer.userId;
  return {
    changeSetUuid: row.change_set_id,
    state,
    kind: row.kind as ChangeKindName,
    title: row.title,
    effect: row.effect ?? '',
    type: row.type === null ? null : (approvalTypes[row.type] ?? null),
    level: approvalLevels[row.level] ?? 'site',
    siteUuid: row.site_id,
    reason: row.reason,
    refusal: row.refusal,
    contentHash: row.content_hash.toString('hex'),
    requestedBy: row.requester ?? '',
    requestedByUuid: row.requested_by,
    isRequestedByToken: row.is_asked_by_token,
    requestedAt: row.requested_at.toISOString(),
    confirmedBy: row.confirmer,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    expires: row.expires_at?.toISOString() ?? null,
    hosts: row.hosts,
    sampleHosts: row.sample ?? [],
    changeCount: row.change_count,
    changes: kind.changesOf(row),
    undoesUuid: row.undoes_id,
    isUndoable: state === 'applied' && mayAct && kind.isUndoable(row),
    noUndo: kind.noUndoOf(row),
    isConfirmable: state === 'awaiting' && viewer.isPerson && mayAct && (isOther || isOwnToken),
  };
};
