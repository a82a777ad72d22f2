import type { ApprovalKind, ApprovalLevel } from '@patchkeep/contract/approval-fields';
import type { approvals } from '@patchkeep/contract/approvals';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { decideDifferently } from '@patchkeep/rules/approvals/drift';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { loadDecisions } from '../policy/decisions.service.ts';
import { loadAllScopes, loadScopes, scopeOf, type Scopes } from '../policy/scopes.service.ts';
import { channelSubjects, type Subject, updateSubjects } from '../policy/subjects.service.ts';
import { presentApproval, shownAt } from './approvals.presenter.ts';

const subjectsBy = async (
  context: Context,
  scopes: Scopes,
  kind: ApprovalKind,
  keys: readonly string[],
): Promise<Subject[]> => {
  const wanted = kind === 'wua' ? keys.map((key) => key.toLowerCase()) : keys;
  const known =
    kind === 'app' ? await channelSubjects(context, wanted) : await updateSubjects(context, scopes.siteIds, wanted);
  return [...new Set(wanted)].flatMap((key) => known.get(key) ?? []);
};

/** Approvals of named subjects at one scope; what the catalogue does not have is left out. */
export const lookUp = async (
  context: Context,
  kind: ApprovalKind,
  keys: readonly string[],
  at: { groupUuid?: string | undefined; tagUuid?: string | undefined },
): Promise<Returned<typeof approvals.lookup>> => {
  const scopes = await loadScopes(context);
  const level: ApprovalLevel = at.groupUuid !== undefined ? 'group' : at.tagUuid !== undefined ? 'tag' : 'site';
  const scope = scopeOf(context, scopes, level, at);
  const decisions = await loadDecisions(context, scopes.siteIds);
  const shown = shownAt(scope, scopes, decisions);
  const subjects = await subjectsBy(context, scopes, kind, keys);
  return { approvals: subjects.map((subject) => presentApproval(shown, subject)), revision: decisions.revision };
};

type Compare = typeof approvals.compare;

/** Where two scopes decide differently, each for itself. */
export const compareApprovals = async (
  context: Context,
  { kind, leftLevel, leftUuid, rightLevel, rightUuid }: Received<Compare>['query'],
): Promise<Returned<Compare>> => {
  const isOther = [leftUuid, rightUuid].some((id) => id !== undefined) && context.principal.subject?.isSystemAdmin;
  const scopes =
    isOther && context.principal.kind === 'session' ? await loadAllScopes(context) : await loadScopes(context);
  const scopeAt = (level: ApprovalLevel, id: string | undefined) => {
    if (level === 'site' && id !== undefined) {
      const site = scopes.byScope.get(id);
      if (site?.level !== 'site') throw notFound();
      return site;
    }
    return scopeOf(context, scopes, level, { groupUuid: id, tagUuid: id });
  };
  const [left, right] = [scopeAt(leftLevel, leftUuid), scopeAt(rightLevel, rightUuid)];
  const decisions = await loadDecisions(context, scopes.siteIds);
  const decided = decisions.all.filter(
    (each) => each.kind === kind && each.mode !== 'inherit' && [left.scopeId, right.scopeId].includes(each.scopeId),
  );
  const subjects = await subjectsBy(
    context,
    scopes,
    kind,
    decided.map((each) => each.subject),
  );
  const [onLeft, onRight] = [shownAt(left, scopes, decisions), shownAt(right, scopes, decisions)];
  const differing = subjects.filter(({ kind: of, subject }) =>
    decideDifferently(decisions.at(left.scopeId, of, subject), decisions.at(right.scopeId, of, subject)),
  );
  const rows = differing.map((subject) => ({
    subject: subject.subject,
    name: subject.name,
    left: presentApproval(onLeft, subject),
    right: presentApproval(onRight, subject),
  }));
  return { rows: rows.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) };
};
