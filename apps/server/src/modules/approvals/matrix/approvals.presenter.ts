import type { Approval, ApprovalStatus, InheritedValue } from '@patchkeep/contract/approval-fields';
import { isDrift } from '@patchkeep/rules/approvals/drift';
import { flagsOf } from '@patchkeep/rules/approvals/modes';
import { countOverrides } from '@patchkeep/rules/approvals/overrides';
import { inheritedBy, policyOf } from '@patchkeep/rules/approvals/resolve';
import type { Decisions, StoredDecision } from '../policy/decisions.service.ts';
import type { Scope, Scopes } from '../policy/scopes.service.ts';
import { flagsAt } from '../policy/settings.rules.ts';
import { newestVersionOf, statusOf, type Subject, subjectsOf } from '../policy/subjects.service.ts';

/** The system has no id of its own on the wire. */
export const scopeUuidOf = ({ level, scopeId }: { level: string; scopeId: string }): string | null =>
  level === 'system' ? null : scopeId;

/** The decision of a scope about a subject: about the update itself, else about its classification. */
const standing = (decisions: Decisions, scopeId: string, subject: Subject): StoredDecision | undefined => {
  for (const each of subjectsOf(subject)) {
    const found = decisions.at(scopeId, subject.kind, each);
    if (found && found.mode !== 'inherit') return found;
  }
  return undefined;
};

/** What a decision about a subject is looked up by. */
type SubjectKey = Pick<Subject, 'kind' | 'subject' | 'classification'>;

/** Only groups and tags of one level are compared by their versions, and nothing here inherits from two of them. */
const uncompared = (): undefined => undefined;

/** The decision that a scope inherits when it has none about this subject itself. */
const inheritedAt = (
  scope: Scope,
  scopes: Scopes,
  decisions: Decisions,
  subject: SubjectKey,
): StoredDecision | undefined => {
  const [own, ...wider] = subjectsOf(subject);
  const here = wider.flatMap((each) => decisions.at(scope.scopeId, subject.kind, each) ?? []);
  const byClass = here.find((decision) => decision.mode !== 'inherit');
  if (byClass) return byClass;
  const all = [own ?? '', ...wider].flatMap((each) => decisions.about(subject.kind, each));
  // A decision of a group or tag that is gone says nothing.
  const policy = policyOf(
    all.filter((decision) => scopes.byScope.has(decision.scopeId)),
    subjectsOf(subject),
    uncompared,
  );
  const above = scope.groupId === null ? [] : scopes.chainOf(scope.groupId).slice(1);
  return inheritedBy(policy, scope.level, scope.siteId ?? '', above) ?? undefined;
};

const presentInherited = (decision: StoredDecision, scopes: Scopes, subject: Subject): InheritedValue => ({
  status: statusOf(decision, subject),
  level: decision.level,
  scopeUuid: scopeUuidOf(decision),
  scopeName: scopes.byScope.get(decision.scopeId)?.name ?? '',
  version: decision.version,
});

/** Everything at a scope that its rows are looked up by, made ready once for thousands of them. */
export interface Shown {
  scope: Scope;
  scopes: Scopes;
  decisions: Decisions;
  below: ReadonlySet<string>;
}

export const shownAt = (scope: Scope, scopes: Scopes, decisions: Decisions): Shown => ({
  scope,
  scopes,
  decisions,
  below: new Set(scopes.nextBelow(scope).map((each) => each.scopeId)),
});

export const statusAt = ({ scope, decisions }: Shown, subject: Subject): ApprovalStatus =>
  statusOf(decisions.at(scope.scopeId, subject.kind, subject.subject), subject);

/** The decision that counts at a scope: its own or the inherited one; undefined when nobody decided. */
export const decidedAt = (
  { scope, scopes, decisions }: Omit<Shown, 'below'>,
  subject: SubjectKey,
): StoredDecision | undefined => {
  const own = decisions.at(scope.scopeId, subject.kind, subject.subject);
  return own && own.mode !== 'inherit' ? own : inheritedAt(scope, scopes, decisions, subject);
};

/** Whether a scope decides differently from what it would inherit. */
export const differsAt = ({ scope, scopes, decisions }: Omit<Shown, 'below'>, subject: SubjectKey): boolean =>
  isDrift(decisions.at(scope.scopeId, subject.kind, subject.subject), inheritedAt(scope, scopes, decisions, subject));

/** What scopes below decided about this very subject. */
export const decidedBelow = ({ decisions, below }: Shown, subject: Subject): StoredDecision[] =>
  below.size === 0
    ? []
    : decisions
        .about(subject.kind, subject.subject)
        .filter((decision) => decision.mode !== 'inherit' && below.has(decision.scopeId));

const defaultAt = ({ decisions }: Shown, scopeId: string, subject: Subject): ApprovalStatus =>
  statusOf(standing(decisions, scopeId, subject), subject);

export const presentApproval = (shown: Shown, subject: Subject): Approval => {
  const { scope, scopes, decisions, below } = shown;
  const own = decisions.at(scope.scopeId, subject.kind, subject.subject);
  const status = statusOf(own, subject);
  const inherited = inheritedAt(scope, scopes, decisions, subject);
  const isLocal = scope.level === 'group' || scope.level === 'tag';
  return {
    kind: subject.kind,
    channelTag: subject.kind === 'app' ? subject.subject : null,
    wuaKey: subject.kind === 'wua' ? subject.subject : null,
    kbArticle: subject.kbArticle,
    approvalKey: `${scope.level}:${scope.scopeId}:${subject.subject}`,
    level: scope.level,
    scopeUuid: scopeUuidOf(scope),
    scopeName: scope.name,
    groupApprovalUuid: scope.level === 'group' ? (own?.approvalId ?? null) : null,
    tagApprovalUuid: scope.level === 'tag' ? (own?.approvalId ?? null) : null,
    status,
    ...flagsOf(own?.mode ?? null, status === 'up-to-date'),
    approvedVersion: own?.version ?? null,
    newestVersion: newestVersionOf(subject),
    siteDefault: isLocal ? defaultAt(shown, scope.siteId ?? '', subject) : null,
    systemDefault: scope.level === 'system' ? null : defaultAt(shown, scopes.customerId, subject),
    inherited: inherited ? presentInherited(inherited, scopes, subject) : null,
    overrides: countOverrides(
      below.size,
      decidedBelow(shown, subject).map((decision) => statusOf(decision, subject)),
    ),
    ...flagsAt(subject, own),
    options: own?.options ?? { delayDays: 0, note: '' },
    changedBy: own?.decidedBy ?? null,
    changedAt: own?.changedAt.toISOString() ?? null,
    serialNumber: own?.serialNumber ?? 0,
  };
};
