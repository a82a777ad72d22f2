import { type ApprovalLevel, approvalLevels, approvalTypes } from '@patchkeep/contract/approval-fields';
import type { Context } from '../../platform/context.ts';
import { forbidden, saveConflict } from '../../platform/errors.ts';
import { userHolds } from '../identity/public.ts';
import type { ChangeSetRow, Move } from './approvals.tables.ts';
import { changeSetState, stateOfSet } from './change-sets.presenter.ts';
import { assertPlaces, lockSet, planAgain, readChangeSet } from './change-sets.service.ts';
import { updateChangeSet } from './change-sets.repository.ts';
import { recordChange, recordedMoves, writeMoves } from './changes.service.ts';
import { type Decisions, loadDecisions } from './decisions.service.ts';
import { scopeOfMove } from './moved.rules.ts';
import { weigh } from './weigh.service.ts';

const levelOf = (row: ChangeSetRow): ApprovalLevel => approvalLevels[row.level] ?? 'system';

/** Whoever confirms is a person, another one, at another session, and both hold the right at this moment. */
const assertSecondPerson = async (context: Context, row: ChangeSetRow): Promise<void> => {
  const { principal, tx } = context;
  if (principal.kind === 'token') throw forbidden('A token can ask for a change, but a person confirms it');
  if (row.requested_by === principal.userId) throw forbidden('Another administrator has to confirm what you asked for');
  if (row.requested_session === principal.sessionId)
    throw forbidden('This was asked for from the same session; another administrator has to confirm it');
  const right = row.site_id === null ? 'isSystemAdmin' : 'canMakeChanges';
  if (!(await userHolds(tx, row.customer_id, principal.userId, row.site_id, right))) throw forbidden(`Needs ${right}`);
  if (!(await userHolds(tx, row.customer_id, row.requested_by, row.site_id, right)))
    throw forbidden('Whoever asked for this may no longer change approvals');
};

const assertAwaiting = (row: ChangeSetRow, now: Date): void => {
  const state = stateOfSet(row, now);
  if (state === 'expired') throw saveConflict('Nobody confirmed this in time; ask for it again');
  if (state !== 'awaiting') throw saveConflict('This change no longer waits for anybody');
};

/** The decisions must be as they were when the change was asked for: otherwise it would be another change. */
const assertUnmoved = (moves: readonly Move[], decisions: Decisions, customerId: string): void => {
  const isMoved = moves.some(
    (move) =>
      (decisions.at(scopeOfMove(move, customerId), move.kind, move.subject)?.serialNumber ?? 0) !== move.serialBefore,
  );
  if (isMoved) throw saveConflict('An approval was changed since this was asked for; ask for it again');
};

/** Confirms what another administrator asked for, if it still is what they asked for. */
export const confirmChangeSet = async (context: Context, changeSetId: string, contentHash: string) => {
  const { row, places } = await lockSet(context, changeSetId);
  assertAwaiting(row, context.now);
  await assertSecondPerson(context, row);
  if (row.content_hash.toString('hex') !== contentHash)
    throw saveConflict('What you looked at is not what was asked for');
  const before = await loadDecisions(context, places.siteIds);
  assertPlaces(row, places);
  assertUnmoved(row.moves, before, row.customer_id);
  const type = row.type === null ? null : (approvalTypes[row.type] ?? null);
  const plan = await planAgain(context, places, before, row.moves, { type, level: levelOf(row) });
  const weighed = await weigh(context, plan);
  if (!weighed.contentHash.equals(row.content_hash)) throw saveConflict('What was asked for has changed');
  if (!weighed.targetsHash.equals(row.targets_hash))
    throw saveConflict('Other hosts would be touched than when this was asked for; ask for it again');
  await writeMoves(context, weighed, () => row.change_set_id);
  await updateChangeSet(context.tx, row, {
    state: changeSetState.applied,
    confirmed_by: context.principal.userId,
    confirmed_at: context.now,
  });
  const moved = recordedMoves(weighed.moves);
  await recordChange(context, 'confirm', row, {
    before: moved.before,
    after: { contentHash, hosts: weighed.effects.hostNos.length, ...moved.after },
  });
  return readChangeSet(context, row);
};

/** Refuses what another asked for, or withdraws one's own. */
export const refuseChangeSet = async (context: Context, changeSetId: string, reason: string) => {
  const { row } = await lockSet(context, changeSetId);
  assertAwaiting(row, context.now);
  if (context.principal.kind === 'token' && row.requested_by !== context.principal.userId)
    throw forbidden('A person refuses what another asked for');
  await updateChangeSet(context.tx, row, {
    state: changeSetState.refused,
    confirmed_by: context.principal.userId,
    confirmed_at: context.now,
  });
  await recordChange(context, 'refuse', row, { after: { reason } });
  return readChangeSet(context, row);
};
