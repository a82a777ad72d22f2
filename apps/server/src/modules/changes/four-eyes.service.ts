import type { Right } from '@patchkeep/contract/rights';
import type { Context } from '../../platform/context.ts';
import { forbidden, saveConflict } from '../../platform/errors.ts';
import { userHolds } from '../identity/public.ts';
import type { ChangeKinds } from './change-kinds.service.ts';
import { changeSetState, stateOfSet } from './change-sets.presenter.ts';
import { updateChangeSet } from './change-sets.repository.ts';
import { lockSet, readChangeSet } from './change-sets.service.ts';
import type { ChangeSetRow } from './changes.tables.ts';
import { recordChange } from './record.service.ts';
import { isFourEyesRequired } from './width.service.ts';

/** What a token asked for only because it is a token may be confirmed by its owner, where no second person is required. */
const mayOwnerConfirm = async (context: Context, row: ChangeSetRow): Promise<boolean> =>
  row.content?.isAskedByToken === true &&
  row.requested_session !== context.principal.sessionId &&
  !(await isFourEyesRequired(context, row.site_id));

/** Whoever confirms is a person, another one, at another session, and both hold the right at this moment. */
const assertSecondPerson = async (context: Context, row: ChangeSetRow, right: Right): Promise<void> => {
  const { principal, tx } = context;
  if (principal.kind === 'token') throw forbidden('A token can ask for a change, but a person confirms it');
  if (row.requested_by === principal.userId && !(await mayOwnerConfirm(context, row)))
    throw forbidden('Another administrator has to confirm what you asked for');
  if (row.requested_session === principal.sessionId)
    throw forbidden('This was asked for from the same session; another administrator has to confirm it');
  if (!(await userHolds(tx, row.customer_id, principal.userId, row.site_id, right))) throw forbidden(`Needs ${right}`);
  if (!(await userHolds(tx, row.customer_id, row.requested_by, row.site_id, right)))
    throw forbidden('Whoever asked for this may no longer make such a change');
};

const assertAwaiting = (row: ChangeSetRow, now: Date): void => {
  const state = stateOfSet(row, now);
  if (state === 'expired') throw saveConflict('Nobody confirmed this in time; ask for it again');
  if (state !== 'awaiting') throw saveConflict('This change no longer waits for anybody');
};

/** Confirms what another administrator asked for, if it still is what they asked for. */
export const confirmChangeSet = async (
  context: Context,
  changeSetId: string,
  contentHash: string,
  kinds: ChangeKinds,
) => {
  const { row, kind } = await lockSet(context, changeSetId, kinds);
  assertAwaiting(row, context.now);
  await assertSecondPerson(
    context,
    row,
    kind.rightOf({ site_id: row.site_id, endpoint: row.content?.endpoint ?? null }),
  );
  if (row.content_hash.toString('hex') !== contentHash)
    throw saveConflict('What you looked at is not what was asked for');
  const { before, after, content } = await kind.apply(context, row);
  await updateChangeSet(context.tx, row, {
    state: changeSetState.applied,
    confirmed_by: context.principal.userId,
    confirmed_at: context.now,
    ...(content !== undefined && { content }),
  });
  await recordChange(context, 'confirm', row, { before, after: { contentHash, ...after } });
  return readChangeSet(context, row, kinds);
};

/** Refuses what another asked for, or withdraws one's own. */
export const refuseChangeSet = async (context: Context, changeSetId: string, reason: string, kinds: ChangeKinds) => {
  const { row } = await lockSet(context, changeSetId, kinds);
  assertAwaiting(row, context.now);
  const isOwn = row.requested_by === context.principal.userId;
  if (context.principal.kind === 'token' && !isOwn) throw forbidden('A person refuses what another asked for');
  await updateChangeSet(context.tx, row, {
    state: changeSetState.refused,
    refusal: reason,
    confirmed_by: context.principal.userId,
    confirmed_at: context.now,
  });
  await recordChange(context, isOwn ? 'withdraw' : 'refuse', row, { after: { reason } });
  return readChangeSet(context, row, kinds);
};
