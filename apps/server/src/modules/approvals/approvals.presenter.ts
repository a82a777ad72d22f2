import type { Approval, ApprovalStatus, InheritedValue } from '@patchkeep/contract/approval-fields';
import { flagsOf } from '@patchkeep/rules/approvals/modes';
import { countOverrides } from '@patchkeep/rules/approvals/overrides';
import { inheritedBy, policyOf } from '@patchkeep/rules/approvals/resolve';
import type { Decisions, StoredDecision } from './decisions.service.ts';
import type { Place, Places } from './places.service.ts';
import { flagsAt } from './settings.rules.ts';
import { newestVersionOf, statusOf, type Subject, subjectsOf } from './subjects.service.ts';

/** The system has no id of its own on the wire. */
export const scopeUuidOf = ({ level, scopeId }: { level: string; scopeId: string }): string | null =>
  level === 'system' ? null : scopeId;

/** What stands at a place about a subject, the update itself before its classification. */
const standing = (decisions: Decisions, scopeId: string, subject: Subject): StoredDecision | undefined => {
  for (const each of subjectsOf(subject)) {
    const found = decisions.at(scopeId, subject.kind, each);
    if (found && found.mode !== 'inherit') return found;
  }
  return undefined;
};

/** Whose word would hold at a place if nothing were decided about this very subject there. */
const inheritedAt = (
  place: Place,
  places: Places,
  decisions: Decisions,
  subject: Subject,
): StoredDecision | undefined => {
  const [own, ...wider] = subjectsOf(subject);
  const here = wider.flatMap((each) => decisions.at(place.scopeId, subject.kind, each) ?? []);
  const byClass = here.find((decision) => decision.mode !== 'inherit');
  if (byClass) return byClass;
  const all = [own ?? '', ...wider].flatMap((each) => decisions.about(subject.kind, each));
  // A decision of a group or tag that is gone says nothing.
  const policy = policyOf(
    all.filter((decision) => places.byScope.has(decision.scopeId)),
    subjectsOf(subject),
    subject.compare,
  );
  const above = place.groupId === null ? [] : places.chainOf(place.groupId).slice(1);
  return inheritedBy(policy, place.level, place.siteId ?? '', above) ?? undefined;
};

const presentInherited = (decision: StoredDecision, places: Places, subject: Subject): InheritedValue => ({
  status: statusOf(decision, subject),
  level: decision.level,
  scopeUuid: scopeUuidOf(decision),
  scopeName: places.byScope.get(decision.scopeId)?.name ?? '',
  version: decision.version,
});

/** Everything at a place that its rows are looked up by, made ready once for thousands of them. */
export interface Shown {
  place: Place;
  places: Places;
  decisions: Decisions;
  below: ReadonlySet<string>;
}

export const shownAt = (place: Place, places: Places, decisions: Decisions): Shown => ({
  place,
  places,
  decisions,
  below: new Set(places.nextBelow(place).map((each) => each.scopeId)),
});

export const statusAt = ({ place, decisions }: Shown, subject: Subject): ApprovalStatus =>
  statusOf(decisions.at(place.scopeId, subject.kind, subject.subject), subject);

/** What places below decided about this very subject. */
export const decidedBelow = ({ decisions, below }: Shown, subject: Subject): StoredDecision[] =>
  below.size === 0
    ? []
    : decisions
        .about(subject.kind, subject.subject)
        .filter((decision) => decision.mode !== 'inherit' && below.has(decision.scopeId));

const defaultAt = ({ decisions }: Shown, scopeId: string, subject: Subject): ApprovalStatus =>
  statusOf(standing(decisions, scopeId, subject), subject);

export const presentApproval = (shown: Shown, subject: Subject): Approval => {
  const { place, places, decisions, below } = shown;
  const own = decisions.at(place.scopeId, subject.kind, subject.subject);
  const status = statusOf(own, subject);
  const inherited = inheritedAt(place, places, decisions, subject);
  const isLocal = place.level === 'group' || place.level === 'tag';
  return {
    kind: subject.kind,
    channelTag: subject.kind === 'app' ? subject.subject : null,
    wuaKey: subject.kind === 'wua' ? subject.subject : null,
    kbArticle: subject.kbArticle,
    approvalKey: `${place.level}:${place.scopeId}:${subject.subject}`,
    level: place.level,
    scopeUuid: scopeUuidOf(place),
    scopeName: place.name,
    groupApprovalUuid: place.level === 'group' ? (own?.approvalId ?? null) : null,
    tagApprovalUuid: place.level === 'tag' ? (own?.approvalId ?? null) : null,
    status,
    ...flagsOf(own?.mode ?? null, status === 'up-to-date'),
    approvedVersion: own?.version ?? null,
    newestVersion: newestVersionOf(subject),
    siteDefault: isLocal ? defaultAt(shown, place.siteId ?? '', subject) : null,
    systemDefault: place.level === 'system' ? null : defaultAt(shown, places.customerId, subject),
    inherited: inherited ? presentInherited(inherited, places, subject) : null,
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
