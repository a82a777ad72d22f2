import type { changeSets } from '@patchkeep/contract/change-sets';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { can } from '@patchkeep/rules/permissions';
import type { Context } from '../../platform/context.ts';
import { forbidden, invalid, notFound, saveConflict } from '../../platform/errors.ts';
import { siteOf } from '../hosts/public.ts';
import type { ChangeSetRow, Move } from './approvals.tables.ts';
import {
  changeSetState,
  mostShown,
  presentChangeSet,
  restoredBy,
  stateOfSet,
  type Viewer,
} from './change-sets.presenter.ts';
import { countChangeSets, findChangeSet, selectChangeSets } from './change-sets.queries.ts';
import { insertChangeSet, lockChangeSet, updateChangeSet } from './change-sets.repository.ts';
import { assertMayDecide, recordChange, recordedMoves, rowOf, writeMoves } from './changes.service.ts';
import { lockRevision } from './decisions.repository.ts';
import { type Decisions, loadDecisions } from './decisions.service.ts';
import { scopeOfMove, stateOf } from './moved.rules.ts';
import { type Places, placesFor } from './places.service.ts';
import { loadSubjects, type Plan, planOf } from './plan.service.ts';
import { weigh } from './weigh.service.ts';

const viewerOf = ({ principal, now }: Context): Viewer => ({
  userId: principal.userId,
  sessionId: principal.sessionId,
  isPerson: principal.kind === 'session',
  mayChange: principal.subject !== null && can('canMakeChanges', principal.subject),
  now,
});

/** Sets of the system are its administrators' business; for everybody else they do not exist. */
const isVisible = (context: Context, siteId: string | null): boolean =>
  siteId === null ? context.principal.subject?.isSystemAdmin === true : siteId === siteOf(context).siteId;

type List = typeof changeSets.list;

const storedStates = {
  applied: { stored: changeSetState.applied },
  awaiting: { stored: changeSetState.awaiting, isOver: false },
  expired: { stored: changeSetState.awaiting, isOver: true },
  refused: { stored: changeSetState.refused },
  undone: { stored: changeSetState.undone },
};

export const listChangeSets = async (
  context: Context,
  { level, state, cursor, limit }: Received<List>['query'],
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
  if (isSystem) await placesFor(context, 'system');
  if (cursor !== undefined && !/^[0-9a-f-]{36}$/.test(cursor)) throw invalid('The cursor does not fit');
  const rows = await selectChangeSets(context.tx, where, {
    before: cursor,
    limit: limit + 1,
    moves: mostShown.listed,
  });
  const shown = rows.slice(0, limit);
  return {
    changeSets: shown.map((row) => presentChangeSet(row, viewerOf(context))),
    total: await countChangeSets(context.tx, where),
    nextCursor: rows.length > limit ? (shown.at(-1)?.change_set_id ?? null) : null,
  };
};

/** A set as it is now, in the transaction that may just have made it. */
export const readChangeSet = async (
  context: Context,
  { change_set_id, site_id }: Pick<ChangeSetRow, 'change_set_id' | 'site_id'>,
) => {
  const { customerId } = context.principal;
  const where = { customerId, siteId: site_id, state: undefined, now: context.now };
  // Of a set of the system the decisions of every site are looked at.
  if (site_id === null) await placesFor(context, 'system');
  const row = await findChangeSet(context.tx, where, change_set_id, mostShown.alone);
  if (!row) throw notFound();
  return presentChangeSet(row, viewerOf(context));
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
): Promise<{ row: ChangeSetRow; places: Places }> => {
  const { customerId } = context.principal;
  const { site_id } = await findSet(context, changeSetId);
  assertMayDecide(context, site_id === null ? 'system' : 'site');
  const places = await placesFor(context, site_id === null ? 'system' : 'site');
  await lockRevision(context.tx, customerId);
  const row = await lockChangeSet(context.tx, customerId, changeSetId);
  if (!row) throw notFound();
  return { row, places };
};

/** Decisions go with their group or tag; what a set says about them cannot be done any more. */
export const assertPlaces = ({ moves, customer_id }: ChangeSetRow, places: Places): void => {
  if (moves.some((move) => !places.byScope.has(scopeOfMove(move, customer_id))))
    throw saveConflict('A group or tag of this change is gone');
};

/** Stored moves as a plan of today, on top of the decisions as they are. */
export const planAgain = async (
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

/** Takes a change back: every decision it moved becomes what it was, unless somebody has moved one since. */
export const undoChangeSet = async (context: Context, changeSetId: string, reason: string) => {
  const { row, places } = await lockSet(context, changeSetId);
  if (stateOfSet(row, context.now) !== 'applied') throw saveConflict('This change is not in force');
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
  const level = row.site_id === null ? 'system' : 'site';
  const weighed = await weigh(context, await planAgain(context, places, before, moves, { type: null, level }));
  const undoing: ChangeSetRow = {
    ...rowOf(context, weighed, reason),
    title: `Take back: ${row.title}`,
    site_id: row.site_id,
    level: row.level,
    undoes_id: changeSetId,
  };
  await writeMoves(context, weighed, (move) => move.setIdBefore);
  await insertChangeSet(context.tx, undoing);
  await updateChangeSet(context.tx, row, { state: changeSetState.undone });
  const moved = recordedMoves(moves);
  await recordChange(context, 'undo', undoing, {
    before: moved.before,
    after: { undoes: changeSetId, reason, ...moved.after },
  });
  return readChangeSet(context, undoing);
};
