import type { changeSets } from '@patchkeep/contract/change-sets';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { mayCall } from '@patchkeep/rules/permissions';
import type { Context } from '../../platform/context.ts';
import { enterSites } from '../../platform/db/tenant.ts';
import { forbidden, notFound, saveConflict } from '../../platform/errors.ts';
import { cutPage, endsAtId, readCursor } from '../../platform/http/cursor.ts';
import { siteOf } from '../hosts/public.ts';
import { listSiteIds } from '../tenants/public.ts';
import type { ChangeKind, ChangeKinds } from './change-kinds.service.ts';
import { changeSetState, mostShown, presentChangeSet, stateOfSet, type Viewer } from './change-sets.presenter.ts';
import { countChangeSets, findChangeSet, selectChangeSets } from './change-sets.queries.ts';
import { insertChangeSet, lockChangeSet, updateChangeSet } from './change-sets.repository.ts';
import type { ChangeSetRow } from './changes.tables.ts';
import { recordChange } from './record.service.ts';

const viewerOf = ({ principal, now }: Context): Viewer => ({
  userId: principal.userId,
  sessionId: principal.sessionId,
  isPerson: principal.kind === 'session',
  holds: (right) => mayCall(right, principal.subject),
  now,
});

/** Sets of the system are its administrators' business; for everybody else they do not exist. */
const isVisible = (context: Context, siteId: string | null): boolean =>
  siteId === null ? context.principal.subject?.isSystemAdmin === true : siteId === siteOf(context).siteId;

/** From here on the transaction sees every site: what holds for the system is looked at in all of them. */
export const enterAllSites = async (context: Context): Promise<string[]> => {
  const { customerId, userId, subject, kind } = context.principal;
  if (!subject?.isSystemAdmin || kind === 'token') throw forbidden('Needs isSystemAdmin');
  const siteIds = (await listSiteIds(context.tx, customerId)).toSorted();
  await enterSites(context.tx, { customerId, siteIds, actorId: userId });
  return siteIds;
};

type List = typeof changeSets.list;

const storedStates = {
  applied: { stored: changeSetState.applied },
  awaiting: { stored: changeSetState.awaiting, isOver: false },
  expired: { stored: changeSetState.awaiting, isOver: true },
  refused: { stored: changeSetState.refused, isOwn: false },
  withdrawn: { stored: changeSetState.refused, isOwn: true },
  undone: { stored: changeSetState.undone },
};

export const listChangeSets = async (
  context: Context,
  { level, state, cursor, limit }: Received<List>['query'],
  kinds: ChangeKinds,
): Promise<Returned<List>> => {
  const { customerId, siteId } = siteOf(context);
  const isSystem = level === 'system';
  if (isSystem && !isVisible(context, null)) throw forbidden('Needs isSystemAdmin');
  const where = {
    customerId,
    siteId: isSystem ? null : siteId,
    state: state && storedStates[state],
    now: context.now,
  };
  if (isSystem) await enterAllSites(context);
  const rows = await selectChangeSets(context.tx, where, {
    before: readCursor(cursor, endsAtId)?.id,
    limit: limit + 1,
    moves: mostShown.listed,
  });
  const { shown, nextCursor } = cutPage(rows, limit, (row) => ({ value: '', id: row.change_set_id }));
  return {
    changeSets: shown.map((row) => presentChangeSet(row, viewerOf(context), kinds)),
    total: await countChangeSets(context.tx, where),
    nextCursor,
  };
};

/** A set as it is now, in the transaction that may just have made it. */
export const readChangeSet = async (
  context: Context,
  { change_set_id, site_id }: Pick<ChangeSetRow, 'change_set_id' | 'site_id'>,
  kinds: ChangeKinds,
) => {
  const { customerId } = context.principal;
  const where = { customerId, siteId: site_id, state: undefined, now: context.now };
  // Of a set of the system the decisions of every site are looked at.
  if (site_id === null) await enterAllSites(context);
  const row = await findChangeSet(context.tx, where, change_set_id, mostShown.alone);
  if (!row) throw notFound();
  return presentChangeSet(row, viewerOf(context), kinds);
};

export const findSet = async (context: Context, changeSetId: string) => {
  const { customerId, siteId } = siteOf(context);
  const where = { customerId, state: undefined, now: context.now };
  const own = await findChangeSet(context.tx, { ...where, siteId }, changeSetId, 1);
  const row =
    own ?? (isVisible(context, null) && (await findChangeSet(context.tx, { ...where, siteId: null }, changeSetId, 1)));
  if (!row) throw notFound();
  return row;
};

/** The set, locked behind everything that could move what it is about. */
export const lockSet = async (
  context: Context,
  changeSetId: string,
  kinds: ChangeKinds,
): Promise<{ row: ChangeSetRow; kind: ChangeKind }> => {
  const found = await findSet(context, changeSetId);
  const kind = kinds(found.kind);
  await kind.lock(context, found);
  const row = await lockChangeSet(context.tx, context.principal.customerId, changeSetId);
  if (!row) throw notFound();
  return { row, kind };
};

/** Takes a change back: everything it changed becomes what it was, unless somebody has changed it since. */
export const undoChangeSet = async (context: Context, changeSetId: string, reason: string, kinds: ChangeKinds) => {
  const { row, kind } = await lockSet(context, changeSetId, kinds);
  if (stateOfSet(row, context.now) !== 'applied') throw saveConflict('This change is not in force');
  const { row: undoing, done } = await kind.undo(context, row, reason);
  await insertChangeSet(context.tx, undoing);
  await updateChangeSet(context.tx, row, { state: changeSetState.undone });
  await recordChange(context, 'undo', undoing, {
    before: done.before,
    after: { undoes: changeSetId, reason, ...done.after },
  });
  return readChangeSet(context, undoing, kinds);
};
