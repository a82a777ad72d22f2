import { hash } from 'node:crypto';
import type { ApprovalKind, ApprovalLevel, ApprovalType } from '@patchkeep/contract/approval-fields';
import { approvalLevels } from '@patchkeep/contract/approval-fields';
import { shapeProblem, typeToMode } from '@patchkeep/rules/approvals/modes';
import type { Context } from '../../platform/context.ts';
import { invalid, notFound, saveConflict } from '../../platform/errors.ts';
import type { DecisionState, Move } from './approvals.tables.ts';
import { refuseWithoutSettings } from './customization.service.ts';
import { type Decisions, readDecisions, type StoredDecision } from './decisions.service.ts';
import { afterMoves, scopeOfMove, stateOf } from './moved.rules.ts';
import type { Place, Places } from './places.service.ts';
import { knowsVersion } from './subjects.queries.ts';
import { channelSubjects, newestVersionOf, statusOf, type Subject, updateSubjects } from './subjects.service.ts';

/** One thing that somebody wants changed. */
export interface Wanted {
  place: Place;
  kind: ApprovalKind;
  subject: string;
  type: ApprovalType;
  version?: string | undefined;
  /** The state the caller has seen. */
  serialNumber?: number | undefined;
}

/** A change, thought through but not made. */
export interface Plan {
  places: Places;
  /** The site, or null when the system is touched. */
  siteId: string | null;
  /** The widest level it touches. */
  level: ApprovalLevel;
  /** Null when it does several different things. */
  type: ApprovalType | null;
  before: Decisions;
  after: Decisions;
  moves: readonly Move[];
  /** Wanted, but already so. */
  unchanged: number;
  subjects: readonly Subject[];
  /** Every Windows update that is known, for what stands behind a classification. */
  updates: ReadonlyMap<string, Subject>;
  contentHash: Buffer;
}

/** What a change says, whoever asks for it and when: the same content has one hash. */
const contentHashOf = (moves: readonly Move[], customerId: string): Buffer => {
  const said = moves.map(({ after, ...move }) =>
    JSON.stringify([
      scopeOfMove(move, customerId),
      move.kind,
      move.subject,
      move.serialBefore,
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
  places: Places,
  wanted: readonly { kind: ApprovalKind; subject: string }[],
) => {
  const keys = (kind: ApprovalKind): string[] => wanted.flatMap((each) => (each.kind === kind ? each.subject : []));
  const [apps, updates] = [keys('app'), keys('wua')];
  const channels = apps.length === 0 ? new Map<string, Subject>() : await channelSubjects(context, apps);
  const known =
    updates.length === 0 ? new Map<string, Subject>() : await updateSubjects(context, places.siteIds, updates);
  return {
    updates: known,
    find(kind: ApprovalKind, subject: string): Subject {
      const found = (kind === 'app' ? channels : known).get(subject);
      if (!found) throw notFound();
      return found;
    },
  };
};

/** The version that approving fixes: the one named, which must be one of the channel's, or the newest. */
const versionToApprove = async (context: Context, subject: Subject, version: string | undefined): Promise<string> => {
  const newest = newestVersionOf(subject);
  if (version === undefined) {
    if (newest === null) throw invalid('There is no version to approve');
    return newest;
  }
  const isKnown =
    subject.releases.some((release) => release.version === version) ||
    (await knowsVersion(context.tx, context.principal.customerId, subject.applicationId ?? 0, version));
  if (!isKnown) throw invalid('The application has no such version', { at: 'version' });
  return version;
};

const nextState = async (
  context: Context,
  { place, kind, type, version }: Wanted,
  subject: Subject,
  before: DecisionState,
): Promise<DecisionState> => {
  const mode = typeToMode(type);
  const isVersioned = kind === 'app' && mode === 'manual';
  const fixed = isVersioned ? await versionToApprove(context, subject, version) : (version ?? null);
  const problem = shapeProblem(kind, mode, fixed);
  if (problem !== undefined) throw invalid(problem, { at: 'version' });
  const after = { ...before, mode, version: fixed, decidedOn: context.now.toISOString() };
  if (kind === 'app') await refuseWithoutSettings(context, place.level, subject.subject, after);
  return after;
};

export const moveOf = (
  place: Place,
  subject: Subject,
  stored: StoredDecision | undefined,
  after: DecisionState,
  now: Date,
): Move => {
  const status = (state: DecisionState) =>
    statusOf(
      {
        level: place.level,
        scopeId: place.scopeId,
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
    level: place.level,
    siteId: place.siteId,
    groupId: place.groupId,
    tagId: place.tagId,
    scopeName: place.name,
    before,
    after,
    statusBefore: status(before),
    statusAfter: status(after),
    serialBefore: stored?.serialNumber ?? 0,
    setIdBefore: stored?.changeSetId ?? null,
  };
};

/** Does a move change anything? Approving a classification again approves what it has today. */
const isMoving = ({ before, after, statusBefore, statusAfter }: Move): boolean =>
  before.mode !== after.mode || before.version !== after.version || statusBefore !== statusAfter;

/** What places below decided for themselves about these subjects, taken away. */
const takenBelow = (
  wanted: readonly Wanted[],
  places: Places,
  decisions: Decisions,
  find: (kind: ApprovalKind, subject: string) => Subject,
  now: Date,
): Move[] =>
  wanted.flatMap(({ place, kind, subject }) => {
    const below = new Map(places.below(place).map((each) => [each.scopeId, each]));
    return decisions.about(kind, subject).flatMap((stored) => {
      const at = below.get(stored.scopeId);
      if (!at || stored.mode === 'inherit') return [];
      const after = { ...stateOf(stored), mode: 'inherit' as const, version: null, decidedOn: now.toISOString() };
      return [moveOf(at, find(kind, subject), stored, after, now)];
    });
  });

const widest = (moves: readonly Move[], wanted: readonly { place: Place }[]): ApprovalLevel => {
  const levels = [...moves.map((move) => move.level), ...wanted.map(({ place }) => place.level)];
  return approvalLevels[Math.min(...levels.map((level) => approvalLevels.indexOf(level)))] ?? 'site';
};

/** A plan of moves that are settled: from a wish, from a change set that is confirmed, or from one taken back. */
export const planOf = (
  context: Context,
  places: Places,
  before: Decisions,
  moves: readonly Move[],
  more: Pick<Plan, 'type' | 'level' | 'unchanged' | 'subjects' | 'updates'>,
): Plan => {
  const { customerId, siteId } = context.principal;
  return {
    places,
    before,
    after: afterMoves(before, moves, { customerId, now: context.now }),
    moves,
    siteId: more.level === 'system' ? null : siteId,
    contentHash: contentHashOf(moves, customerId),
    ...more,
  };
};

/** Thinks a change through. A caller who saw another state than there is gets the save conflict. */
export const planChanges = async (
  context: Context,
  places: Places,
  wanted: readonly Wanted[],
  isOverridingBelow: boolean,
): Promise<Plan> => {
  const before = await readDecisions(context, places.siteIds);
  const { find, updates } = await loadSubjects(context, places, wanted);
  const moves = new Map<string, Move>();
  const keyOf = (scopeId: string, kind: ApprovalKind, subject: string): string => `${scopeId} ${kind} ${subject}`;
  let unchanged = 0;
  const named = new Set<string>();
  for (const each of wanted) {
    const { place, kind, subject, serialNumber } = each;
    const key = keyOf(place.scopeId, kind, subject);
    if (named.has(key)) throw invalid('The same approval is named twice');
    named.add(key);
    const stored = before.at(place.scopeId, kind, subject);
    if (serialNumber !== undefined && serialNumber !== (stored?.serialNumber ?? 0))
      throw saveConflict('The approval was changed by somebody else');
    const found = find(kind, subject);
    const move = moveOf(place, found, stored, await nextState(context, each, found, stateOf(stored)), context.now);
    if (isMoving(move)) moves.set(key, move);
    else unchanged += 1;
  }
  if (isOverridingBelow)
    for (const move of takenBelow(wanted, places, before, find, context.now)) {
      const key = keyOf(scopeOfMove(move, places.customerId), move.kind, move.subject);
      if (!named.has(key)) moves.set(key, move);
    }
  const types = new Set(wanted.map((each) => each.type));
  const settled = [...moves.values()];
  return planOf(context, places, before, settled, {
    type: types.size === 1 ? (wanted[0]?.type ?? null) : null,
    level: widest(settled, wanted),
    unchanged,
    subjects: [...new Map(wanted.map(({ kind, subject }) => [`${kind} ${subject}`, find(kind, subject)])).values()],
    updates,
  });
};
