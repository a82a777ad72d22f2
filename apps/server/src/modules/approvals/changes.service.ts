import { randomUUIDv7 } from 'node:crypto';
import { approvalLevels, type ApprovalType, approvalTypes } from '@patchkeep/contract/approval-fields';
import { can } from '@patchkeep/rules/permissions';
import type { Context } from '../../platform/context.ts';
import { packNumbers } from '../../platform/db/packed-numbers.ts';
import { forbidden } from '../../platform/errors.ts';
import { awaitMs, type ChangeSetRow, changeSetState, insertChangeSet, recordChange } from '../changes/public.ts';
import type { DecisionState, Move } from './approvals.tables.ts';
import { aboutMoves } from './about.rules.ts';
import { noteDecided } from './decided.service.ts';
import { saveDecisions } from './decisions.repository.ts';
import { scopeOfMove } from './moved.rules.ts';
import type { Plan } from './plan.service.ts';
import { systemName } from './places.service.ts';
import type { Weighed } from './weigh.service.ts';

/** Whoever may change things in a site decides nothing about updates there unless it has that module. */
export const assertMayDecide = (context: Context, level: Plan['level'] = 'site'): void => {
  const { subject } = context.principal;
  if (level === 'system') {
    if (!subject?.isSystemAdmin) throw forbidden('Needs isSystemAdmin');
  } else if (!subject || !can('canMakeChanges', subject) || !can('canViewPatching', subject))
    throw forbidden('Needs canViewPatching');
};

const verbs: Record<ApprovalType, string> = {
  approve: 'Approve',
  automate: 'Automate',
  disable: 'No Default for',
  block: 'Block',
};

const titleOf = ({ type, moves }: Pick<Plan, 'type' | 'moves'>): string => {
  const places = new Map(moves.map((move) => [`${move.level} ${move.scopeName}`, move]));
  const subjects = new Map(moves.map((move) => [`${move.kind} ${move.subject}`, move.name]));
  const [only] = subjects.values();
  const what = subjects.size === 1 ? only : `${subjects.size} applications and updates`;
  const [place] = places.values();
  const where =
    places.size > 1
      ? `${places.size} places`
      : place?.level === 'system'
        ? `the ${systemName.toLowerCase()}`
        : `the ${place?.level} ${place?.scopeName}`;
  if (moves.length === 0) return 'Nothing changed';
  return type === null ? `${moves.length} changes of approvals at ${where}` : `${verbs[type]} ${what} at ${where}`;
};

const facts = (move: Move, state: DecisionState) => ({
  level: move.level,
  scopeUuid: move.groupId ?? move.tagId ?? move.siteId,
  kind: move.kind,
  subject: move.subject,
  mode: state.mode,
  version: state.version,
  options: state.options,
  isCustomizationEnabled: state.isCustomizationEnabled,
});

/** The decisions that were moved, as they were and as they became, for the activity log. */
export const recordedMoves = (moves: readonly Move[]) => ({
  before: { moves: moves.map((move) => facts(move, move.before)) },
  after: { moves: moves.map((move) => facts(move, move.after)) },
});

/** Makes the decisions what the set says. `setIdOf` names the set a decision is put down to. */
export const writeMoves = async (
  context: Context,
  plan: Pick<Plan, 'moves' | 'before'>,
  setIdOf: (move: Move) => string | null,
): Promise<void> => {
  const { customerId, userId } = context.principal;
  if (plan.moves.length === 0) return;
  await saveDecisions(
    context.tx,
    { customerId, userId, now: context.now },
    plan.moves.map((move) => {
      const stored = plan.before.at(scopeOfMove(move, customerId), move.kind, move.subject);
      return { ...move, approvalId: stored?.approvalId ?? randomUUIDv7(), setId: setIdOf(move) };
    }),
  );
  await noteDecided(context);
};

export const rowOf = (context: Context, weighed: Weighed, reason: string): ChangeSetRow => ({
  customer_id: context.principal.customerId,
  change_set_id: randomUUIDv7(),
  site_id: weighed.siteId,
  state: changeSetState.applied,
  kind: 'approval',
  type: weighed.type === null ? null : approvalTypes.indexOf(weighed.type),
  level: approvalLevels.indexOf(weighed.level),
  title: titleOf(weighed),
  reason,
  moves: [...weighed.moves],
  content: null,
  change_count: weighed.moves.length,
  content_hash: weighed.contentHash,
  targets_hash: weighed.targetsHash,
  hosts: weighed.effects.hostNos.length,
  host_nos: packNumbers(weighed.effects.hostNos.toSorted((a, b) => a - b)),
  about: aboutMoves(weighed.moves),
  requested_by: context.principal.userId,
  requested_session: context.principal.sessionId,
  requested_at: context.now,
  confirmed_by: null,
  confirmed_at: null,
  expires_at: null,
  undoes_id: null,
});

/** Applies a change, or leaves it to a second person, and says which set it became. */
export const settle = async (
  context: Context,
  weighed: Weighed,
  { reason, verb }: { reason: string; verb?: string },
): Promise<ChangeSetRow> => {
  const row = rowOf(context, weighed, reason);
  const moved = recordedMoves(weighed.moves);
  const change = { before: moved.before, after: { reason, ...moved.after } };
  if (weighed.needsSecondPerson) {
    const awaiting = {
      ...row,
      state: changeSetState.awaiting,
      expires_at: new Date(context.now.getTime() + awaitMs),
    };
    await insertChangeSet(context.tx, awaiting);
    await recordChange(context, 'request', awaiting, change);
    return awaiting;
  }
  await writeMoves(context, weighed, () => row.change_set_id);
  await insertChangeSet(context.tx, row);
  await recordChange(context, verb ?? weighed.type ?? 'change', row, change);
  return row;
};
