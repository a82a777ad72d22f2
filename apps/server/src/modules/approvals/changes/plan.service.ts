import { hash } from 'node:crypto';
import type { ApprovalKind, ApprovalLevel, ApprovalType } from '@patchkeep/contract/approval-fields';
import { approvalLevels } from '@patchkeep/contract/approval-fields';
import { shapeProblem, typeToMode } from '@patchkeep/rules/approvals/modes';
import type { Context } from '../../../platform/context.ts';
import { invalid, notFound, saveConflict } from '../../../platform/errors.ts';
import { canonicalJson } from '../../audit/public.ts';
import type { DecisionState, DecisionChange } from '../approvals.tables.ts';
import { refuseWithoutSettings } from '../customization/customization.service.ts';
import { afterChanges, scopeOfChange, stateOf } from '../policy/decision-changes.rules.ts';
import { type Decisions, loadDecisions, type StoredDecision } from '../policy/decisions.service.ts';
import type { Scope, Scopes } from '../policy/scopes.service.ts';
import { knowsVersion } from '../policy/subjects.queries.ts';
import {
  channelSubjects,
  newestVersionOf,
  statusOf,
  type Subject,
  updateSubjects,
} from '../policy/subjects.service.ts';

/** One requested change of one approval. */
export interface RequestedDecision {
  scope: Scope;
  kind: ApprovalKind;
  subject: string;
  type: ApprovalType;
  version?: string | undefined;
  /** The state the caller has seen. */
  serialNumber?: number | undefined;
}

/** A change that was worked out and not made yet. */
export interface Plan {
  scopes: Scopes;
  /** The site, or null when the system is touched. */
  siteId: string | null;
  /** The widest level it touches. */
  level: ApprovalLevel;
  /** Null when it does several different things. */
  type: ApprovalType | null;
  before: Decisions;
  after: Decisions;
  changes: readonly DecisionChange[];
  /** RequestedDecision, but already so. */
  unchanged: number;
  subjects: readonly Subject[];
  /** Every Windows update that is known, for what stands behind a classification. */
  updates: ReadonlyMap<string, Subject>;
  contentHash: Buffer;
}

/** Hash of what changes, whoever requests it and when. */
const contentHashOf = (changes: readonly DecisionChange[], customerId: string): Buffer => {
  // As stored and as asked for: the database keeps the fields of an object in an order of its own.
  const said = changes.map(({ after, ...change }) =>
    canonicalJson([
      scopeOfChange(change, customerId),
      change.kind,
      change.subject,
      change.serialBefore,
      after.mode,
      after.version,
      after.options,
      after.customization,
      after.isCustomizationEnabled,
    ]),
  );
  return hash('sha256', said.toSorted().join('\n'), 'buffer');
};

export const loadSubjects = async (
  context: Context,
  scopes: Scopes,
  wanted: readonly { kind: ApprovalKind; subject: string }[],
) => {
  const keys = (kind: ApprovalKind): string[] => wanted.flatMap((each) => (each.kind === kind ? each.subject : []));
  const [apps, updates] = [keys('app'), keys('wua')];
  const channels = apps.length === 0 ? new Map<string, Subject>() : await channelSubjects(context, apps);
  const known =
    updates.length === 0 ? new Map<string, Subject>() : await updateSubjects(context, scopes.siteIds, updates);
  return {
    updates: known,
    find(kind: ApprovalKind, subject: string): Subject {
      const found = (kind === 'app' ? channels : known).get(subject);
      if (!found) throw notFound();
      return found;
    },
  };
};

/** Versions that an installer was brought for: of some applications the catalogue knows no others. */
const suppliedVersions = ({ customization }: DecisionState): string[] =>
  Object.values(customization?.files ?? {}).flatMap(({ forVersion }) => forVersion ?? []);

/** The version that approving fixes: the one named, which must be one of the channel's, or the newest. */
const versionToApprove = async (
  context: Context,
  subject: Subject,
  version: string | undefined,
  before: DecisionState,
): Promise<string> => {
  const supplied = suppliedVersions(before);
  const newest = newestVersionOf(subject) ?? supplied[0];
  if (version === undefined) {
    if (newest === undefined) throw invalid('There is no version to approve');
    return newest;
  }
  const isKnown =
    supplied.includes(version) ||
    subject.releases.some((release) => release.version === version) ||
    (await knowsVersion(context.tx, context.principal.customerId, subject.applicationId ?? 0, version));
  if (!isKnown) throw invalid('The application has no such version', { at: 'version' });
  return version;
};

const nextState = async (
  context: Context,
  { scope, kind, type, version }: RequestedDecision,
  subject: Subject,
  before: DecisionState,
): Promise<DecisionState> => {
  const mode = typeToMode(type);
  const isVersioned = kind === 'app' && mode === 'manual';
  const fixed = isVersioned ? await versionToApprove(context, subject, version, before) : (version ?? null);
  const problem = shapeProblem(kind, mode, fixed);
  if (problem !== undefined) throw invalid(problem, { at: 'version' });
  const after = { ...before, mode, version: fixed, decidedOn: context.now.toISOString() };
  // Asked only where it matters: a selection may hold thousands.
  if (subject.config?.isRequired || after.isCustomizationEnabled)
    await refuseWithoutSettings(context, scope.level, subject.subject, after);
  return after;
};

export const decisionChangeOf = (
  scope: Scope,
  subject: Subject,
  stored: StoredDecision | undefined,
  after: DecisionState,
  now: Date,
): DecisionChange => {
  const status = (state: DecisionState) =>
    statusOf(
      {
        level: scope.level,
        scopeId: scope.scopeId,
        subject: subject.subject,
        mode: state.mode,
        version: state.version,
        delayDays: state.options.delayDays,
        decidedBy: null,
        decidedAt: new Date(state.decidedOn ?? now),
      },
      subject,
    );
  const before = stateOf(stored);
  return {
    kind: subject.kind,
    subject: subject.subject,
    name: subject.name,
    level: scope.level,
    siteId: scope.siteId,
    groupId: scope.groupId,
    tagId: scope.tagId,
    scopeName: scope.name,
    before,
    after,
    statusBefore: status(before),
    statusAfter: status(after),
    serialBefore: stored?.serialNumber ?? 0,
    setIdBefore: stored?.changeSetId ?? null,
  };
};

/** Whether mode, version or status differ. Approving a classification again can change its status alone. */
const isChanging = ({ before, after, statusBefore, statusAfter }: DecisionChange): boolean =>
  before.mode !== after.mode || before.version !== after.version || statusBefore !== statusAfter;

/** Changes that remove the decisions of lower scopes about these subjects. */
const takenBelow = (
  wanted: readonly RequestedDecision[],
  scopes: Scopes,
  decisions: Decisions,
  find: (kind: ApprovalKind, subject: string) => Subject,
  now: Date,
): DecisionChange[] =>
  wanted.flatMap(({ scope, kind, subject }) =>
    decisions.about(kind, subject).flatMap((stored) => {
      const at = scopes.byScope.get(stored.scopeId);
      if (!at || stored.mode === 'inherit' || !scopes.isBelow(at, scope)) return [];
      const after = { ...stateOf(stored), mode: 'inherit' as const, version: null, decidedOn: now.toISOString() };
      return [decisionChangeOf(at, find(kind, subject), stored, after, now)];
    }),
  );

const widest = (changes: readonly DecisionChange[], wanted: readonly { scope: Scope }[]): ApprovalLevel => {
  const levels = [...changes.map((change) => change.level), ...wanted.map(({ scope }) => scope.level)];
  return approvalLevels[Math.min(...levels.map((level) => approvalLevels.indexOf(level)))] ?? 'site';
};

/** The plan of known changes: of a request, of a change set that is confirmed, or of one that is undone. */
export const planOf = (
  context: Context,
  scopes: Scopes,
  before: Decisions,
  changes: readonly DecisionChange[],
  more: Pick<Plan, 'type' | 'level' | 'unchanged' | 'subjects' | 'updates'>,
): Plan => {
  const { customerId, siteId } = context.principal;
  return {
    scopes,
    before,
    after: afterChanges(before, changes, { customerId, now: context.now }),
    changes,
    siteId: more.level === 'system' ? null : siteId,
    contentHash: contentHashOf(changes, customerId),
    ...more,
  };
};

/** Works out the changes of a request. A caller that saw an older state gets the save conflict. */
export const planChanges = async (
  context: Context,
  scopes: Scopes,
  wanted: readonly RequestedDecision[],
  isOverridingBelow: boolean,
): Promise<Plan> => {
  const before = await loadDecisions(context, scopes.siteIds);
  const { find, updates } = await loadSubjects(context, scopes, wanted);
  const changes = new Map<string, DecisionChange>();
  const keyOf = (scopeId: string, kind: ApprovalKind, subject: string): string => `${scopeId} ${kind} ${subject}`;
  let unchanged = 0;
  const named = new Set<string>();
  for (const each of wanted) {
    const { scope, kind, subject, serialNumber } = each;
    const key = keyOf(scope.scopeId, kind, subject);
    if (named.has(key)) throw invalid('The same approval is named twice');
    named.add(key);
    const stored = before.at(scope.scopeId, kind, subject);
    if (serialNumber !== undefined && serialNumber !== (stored?.serialNumber ?? 0))
      throw saveConflict('The approval was changed by somebody else');
    const found = find(kind, subject);
    const change = decisionChangeOf(
      scope,
      found,
      stored,
      await nextState(context, each, found, stateOf(stored)),
      context.now,
    );
    if (isChanging(change)) changes.set(key, change);
    else unchanged += 1;
  }
  if (isOverridingBelow)
    for (const change of takenBelow(wanted, scopes, before, find, context.now)) {
      const key = keyOf(scopeOfChange(change, scopes.customerId), change.kind, change.subject);
      if (!named.has(key)) changes.set(key, change);
    }
  const types = new Set(wanted.map((each) => each.type));
  const all = [...changes.values()];
  return planOf(context, scopes, before, all, {
    type: types.size === 1 ? (wanted[0]?.type ?? null) : null,
    level: widest(all, wanted),
    unchanged,
    subjects: [...new Map(wanted.map(({ kind, subject }) => [`${kind} ${subject}`, find(kind, subject)])).values()],
    updates,
  });
};
