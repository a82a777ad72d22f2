import { randomUUIDv7 } from 'node:crypto';
import type { ApprovalType } from '@patchkeep/contract/approval-fields';
import { can } from '@patchkeep/rules/permissions';
import type { Context } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/errors.ts';
import {
  type ChangeSetRow,
  insertChangeSet,
  keepForSecondPerson,
  newChangeSet,
  recordChange,
} from '../../changes/public.ts';
import type { DecisionState, DecisionChange } from '../approvals.tables.ts';
import { noteDecided } from '../policy/decided.service.ts';
import { scopeOfChange } from '../policy/decision-changes.rules.ts';
import { saveDecisions } from '../policy/decisions.repository.ts';
import { systemName } from '../policy/scopes.service.ts';
import { aboutChanges } from './about.rules.ts';
import type { AssessedPlan } from './impact.service.ts';
import type { Plan } from './plan.service.ts';

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

const titleOf = ({ type, changes }: Pick<Plan, 'type' | 'changes'>): string => {
  const scopes = new Map(changes.map((change) => [`${change.level} ${change.scopeName}`, change]));
  const subjects = new Map(changes.map((change) => [`${change.kind} ${change.subject}`, change.name]));
  const [only] = subjects.values();
  const what = subjects.size === 1 ? only : `${subjects.size} applications and updates`;
  const [scope] = scopes.values();
  const where =
    scopes.size > 1
      ? `${scopes.size} scopes`
      : scope?.level === 'system'
        ? `the ${systemName.toLowerCase()}`
        : `the ${scope?.level} ${scope?.scopeName}`;
  if (changes.length === 0) return 'Nothing changed';
  return type === null ? `${changes.length} changes of approvals at ${where}` : `${verbs[type]} ${what} at ${where}`;
};

const factsOf = (change: DecisionChange, state: DecisionState) => ({
  level: change.level,
  scopeUuid: change.groupId ?? change.tagId ?? change.siteId,
  kind: change.kind,
  subject: change.subject,
  mode: state.mode,
  version: state.version,
  options: state.options,
  isCustomizationEnabled: state.isCustomizationEnabled,
});

/** Changed decisions before and after, in the form that the activity log stores. */
export const recordedChanges = (changes: readonly DecisionChange[]) => ({
  before: { moves: changes.map((change) => factsOf(change, change.before)) },
  after: { moves: changes.map((change) => factsOf(change, change.after)) },
});

/** Stores the changed decisions. `setIdOf` gives the change set that each decision is recorded under. */
export const writeDecisionChanges = async (
  context: Context,
  plan: Pick<Plan, 'changes' | 'before'>,
  setIdOf: (change: DecisionChange) => string | null,
): Promise<void> => {
  const { customerId, userId } = context.principal;
  if (plan.changes.length === 0) return;
  await saveDecisions(
    context.tx,
    { customerId, userId, now: context.now },
    plan.changes.map((change) => {
      const stored = plan.before.at(scopeOfChange(change, customerId), change.kind, change.subject);
      return { ...change, approvalId: stored?.approvalId ?? randomUUIDv7(), setId: setIdOf(change) };
    }),
  );
  await noteDecided(context);
};

export const setOf = (context: Context, assessed: AssessedPlan, reason: string): ChangeSetRow =>
  newChangeSet(context, {
    kind: 'approval',
    siteId: assessed.siteId,
    level: assessed.level,
    type: assessed.type,
    title: titleOf(assessed),
    reason,
    moves: assessed.changes,
    contentHash: assessed.contentHash,
    targetsHash: assessed.targetsHash,
    hostNos: assessed.effects.hostNos,
    about: aboutChanges(assessed.changes),
  });

/** Applies a change, or stores it as a request where a second person must confirm it. Returns its change set. */
export const applyOrRequest = async (
  context: Context,
  assessed: AssessedPlan,
  { reason, verb }: { reason: string; verb?: string },
): Promise<ChangeSetRow> => {
  const row = setOf(context, assessed, reason);
  const recorded = recordedChanges(assessed.changes);
  const change = { before: recorded.before, after: { reason, ...recorded.after } };
  if (assessed.needsSecondPerson) return keepForSecondPerson(context, row, change);
  await writeDecisionChanges(context, assessed, () => row.change_set_id);
  await insertChangeSet(context.tx, row);
  await recordChange(context, verb ?? assessed.type ?? 'change', row, change);
  return row;
};
