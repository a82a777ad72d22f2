import { type ApprovalKind, approvalKinds, approvalLevels, decisionModes } from '@patchkeep/contract/approval-fields';
import type { Decision } from '@patchkeep/rules/approvals/resolve';
import { BoundedMap } from '../../../platform/bounded-map.ts';
import type { Context } from '../../../platform/context.ts';
import type { DecisionState } from '../approvals.tables.ts';
import { type ListedDecision, readRevision, selectDecisions } from './decisions.queries.ts';

/** A stored decision: what the engine asks for, and what a screen shows besides. */
export interface StoredDecision extends Decision, DecisionState {
  level: (typeof approvalLevels)[number];
  kind: ApprovalKind;
  approvalId: string;
  siteId: string | null;
  serialNumber: number;
  changeSetId: string | null;
  decidedAt: Date;
  changedAt: Date;
}

/** Everything decided in the sites in view and for the system. */
export interface Decisions {
  revision: number;
  /** All that is stored about a subject, wherever. */
  about(kind: ApprovalKind, subject: string): readonly StoredDecision[];
  at(scopeId: string, kind: ApprovalKind, subject: string): StoredDecision | undefined;
  all: readonly StoredDecision[];
}

const storedOf = (row: ListedDecision): StoredDecision => {
  // Not parsed by its schema: ten thousand rows would take longer than reading them.
  const options = { delayDays: row.options.delayDays ?? 0, note: row.options.note ?? '' };
  return {
    level: approvalLevels[row.level] ?? 'system',
    scopeId: row.scope_id,
    siteId: row.site_id,
    kind: approvalKinds[row.kind] ?? 'app',
    subject: row.subject,
    mode: decisionModes[row.mode] ?? 'inherit',
    version: row.version,
    delayDays: options.delayDays,
    options,
    customization: row.customization,
    isCustomizationEnabled: row.is_customization_enabled,
    approvalId: row.approval_id,
    serialNumber: row.serial_number,
    changeSetId: row.change_set_id,
    decidedBy: row.by,
    decidedAt: row.decided_at,
    decidedOn: row.decided_at.toISOString(),
    changedAt: row.changed_at,
  };
};

const none: readonly StoredDecision[] = [];

const decisionsOf = (revision: number, rows: readonly ListedDecision[]): Decisions => {
  const all = rows.map(storedOf);
  const bySubject = Map.groupBy(all, ({ kind, subject }) => `${kind} ${subject}`);
  const about = (kind: ApprovalKind, subject: string) => bySubject.get(`${kind} ${subject}`) ?? none;
  return {
    revision,
    all,
    about,
    at: (scopeId, kind, subject) => about(kind, subject).find((decision) => decision.scopeId === scopeId),
  };
};

/** What the transaction sees of some subjects now, after it has changed them. */
export const readDecisionsAbout = async (
  context: Context,
  siteIds: readonly string[],
  subjects: readonly string[],
): Promise<Decisions> => {
  const { customerId } = context.principal;
  const revision = await readRevision(context.tx, customerId);
  return decisionsOf(revision, await selectDecisions(context.tx, customerId, siteIds, subjects));
};

const remembered = new BoundedMap<string, Decisions>(50);

/**
 * Everything that is decided. Thousands of decisions are read once and kept until the customer's revision moves; what
 * was decided at a group or tag that is gone may still be among them. Who is about to change them holds the lock of
 * the revision, and so has the decisions that are in force.
 */
export const loadDecisions = async (context: Context, siteIds: readonly string[]): Promise<Decisions> => {
  const { customerId } = context.principal;
  const key = [customerId, ...siteIds].join(' ');
  const revision = await readRevision(context.tx, customerId);
  const known = remembered.get(key);
  if (known?.revision === revision) return known;
  const decisions = decisionsOf(revision, await selectDecisions(context.tx, customerId, siteIds));
  // Not before the end: a revision that is rolled back will be another one's, with other decisions.
  context.onCommit(() => remembered.set(key, decisions));
  return decisions;
};
