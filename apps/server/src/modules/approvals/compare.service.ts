import type { ApprovalKind, ApprovalLevel } from '@patchkeep/contract/approval-fields';
import type { approvals } from '@patchkeep/contract/approvals';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { presentApproval, shownAt } from './approvals.presenter.ts';
import { loadDecisions } from './decisions.service.ts';
import { loadAllPlaces, loadPlaces, placeOf, type Places } from './places.service.ts';
import { channelSubjects, type Subject, updateSubjects } from './subjects.service.ts';

const subjectsBy = async (
  context: Context,
  places: Places,
  kind: ApprovalKind,
  keys: readonly string[],
): Promise<Subject[]> => {
  const wanted = kind === 'wua' ? keys.map((key) => key.toLowerCase()) : keys;
  const known =
    kind === 'app' ? await channelSubjects(context, wanted) : await updateSubjects(context, places.siteIds, wanted);
  return [...new Set(wanted)].flatMap((key) => known.get(key) ?? []);
};

/** Approvals of named subjects at one place; what the catalogue does not have is left out. */
export const lookUp = async (
  context: Context,
  kind: ApprovalKind,
  keys: readonly string[],
  at: { groupUuid?: string | undefined; tagUuid?: string | undefined },
): Promise<Returned<typeof approvals.lookup>> => {
  const places = await loadPlaces(context);
  const level: ApprovalLevel = at.groupUuid !== undefined ? 'group' : at.tagUuid !== undefined ? 'tag' : 'site';
  const place = placeOf(context, places, level, at);
  const decisions = await loadDecisions(context, places.siteIds);
  const shown = shownAt(place, places, decisions);
  const subjects = await subjectsBy(context, places, kind, keys);
  return { approvals: subjects.map((subject) => presentApproval(shown, subject)), revision: decisions.revision };
};

type Compare = typeof approvals.compare;

/** Where two places decide differently, each for itself. */
export const compareApprovals = async (
  context: Context,
  { kind, leftLevel, leftUuid, rightLevel, rightUuid }: Received<Compare>['query'],
): Promise<Returned<Compare>> => {
  const isOther = [leftUuid, rightUuid].some((id) => id !== undefined) && context.principal.subject?.isSystemAdmin;
  const places =
    isOther && context.principal.kind === 'session' ? await loadAllPlaces(context) : await loadPlaces(context);
  const placeAt = (level: ApprovalLevel, id: string | undefined) => {
    if (level === 'site' && id !== undefined) {
      const site = places.byScope.get(id);
      if (site?.level !== 'site') throw notFound();
      return site;
    }
    return placeOf(context, places, level, { groupUuid: id, tagUuid: id });
  };
  const [left, right] = [placeAt(leftLevel, leftUuid), placeAt(rightLevel, rightUuid)];
  const decisions = await loadDecisions(context, places.siteIds);
  const decided = decisions.all.filter(
    (each) => each.kind === kind && each.mode !== 'inherit' && [left.scopeId, right.scopeId].includes(each.scopeId),
  );
  const subjects = await subjectsBy(
    context,
    places,
    kind,
    decided.map((each) => each.subject),
  );
  const [onLeft, onRight] = [shownAt(left, places, decisions), shownAt(right, places, decisions)];
  const rows = subjects.map((subject) => ({
    subject: subject.subject,
    name: subject.name,
    left: presentApproval(onLeft, subject),
    right: presentApproval(onRight, subject),
  }));
  return {
    rows: rows
      .filter((row) => row.left.status !== row.right.status || row.left.approvedVersion !== row.right.approvedVersion)
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
  };
};
