import type { Approval, ApprovalKind, ApprovalLevel } from '@patchkeep/contract/approval-fields';
import type { ApprovalOptionsBody } from '@patchkeep/contract/approvals';
import { optionsIdentifier } from '@patchkeep/rules/approvals/calls';
import type { Context } from '../../platform/context.ts';
import { notFound, saveConflict } from '../../platform/errors.ts';
import { presentApproval, shownAt } from './approvals.presenter.ts';
import { asRefusal } from './asked.service.ts';
import { assertMayDecide, settle } from './changes.service.ts';
import { checkCustomization } from './customization.service.ts';
import { lockRevision } from './decisions.repository.ts';
import { type Decisions, readDecisions } from './decisions.service.ts';
import { walk } from './effective.service.ts';
import { stateOf } from './moved.rules.ts';
import { type Place, placeOf, type Places, placesFor } from './places.service.ts';
import { loadSubjects, moveOf, planOf, type Plan } from './plan.service.ts';
import { weighHosts } from './weigh.service.ts';

/** The approval whose options are meant: by its subject at the system and a site, by its own id at a group or tag. */
const find = (
  context: Context,
  places: Places,
  decisions: Decisions,
  level: ApprovalLevel,
  kind: ApprovalKind,
  body: ApprovalOptionsBody,
): { place: Place; subject: string } => {
  const named = kind === 'wua' ? body.wuaKey?.toLowerCase() : body.channelTag;
  // Settings may have to be there before the first decision: then there is no approval yet that has an id.
  if ((level === 'group' ? body.groupUuid : body.tagUuid) !== undefined && named !== undefined)
    return { place: placeOf(context, places, level, body), subject: named };
  const id = asRefusal(() => optionsIdentifier(level, kind, body));
  if (level === 'system' || level === 'site')
    return { place: placeOf(context, places, level, {}), subject: kind === 'wua' ? id.toLowerCase() : id };
  const stored = decisions.all.find((each) => each.approvalId === id && each.level === level && each.kind === kind);
  const place = stored && places.byScope.get(stored.scopeId);
  if (!place) throw notFound();
  return { place, subject: stored.subject };
};

/** Hosts that the place decides for: what it says about them changes, though not what is decided. */
const hostsUnder = async (context: Context, plan: Plan, place: Place): Promise<number[]> => {
  const found = new Set<number>();
  for await (const { alike } of walk(context, plan.places, plan.subjects, [plan.after], plan.updates))
    for (const { hostNos, resolutions } of alike)
      if (resolutions[0]?.winner?.scopeId === place.scopeId) for (const hostNo of hostNos) found.add(hostNo);
  return [...found].toSorted((a, b) => a - b);
};

export const changeOptions = async (
  context: Context,
  level: ApprovalLevel,
  kind: ApprovalKind,
  body: ApprovalOptionsBody,
): Promise<Approval> => {
  assertMayDecide(context, level);
  await lockRevision(context.tx, context.principal.customerId);
  const places = await placesFor(context, level);
  const before = await readDecisions(context, places.siteIds);
  const { place, subject: key } = find(context, places, before, level, kind, body);
  const { find: subjectOf, updates } = await loadSubjects(context, places, [{ kind, subject: key }]);
  const subject = subjectOf(kind, key);
  const stored = before.at(place.scopeId, kind, key);
  if ((stored?.serialNumber ?? 0) !== body.serialNumber)
    throw saveConflict('The approval was changed by somebody else');
  const state = stateOf(stored);
  if (body.customization) await checkCustomization(context, key, state.customization, body.customization);
  const after = {
    ...state,
    options: {
      delayDays: body.options.delayDays ?? state.options.delayDays,
      note: body.options.note ?? state.options.note,
    },
    customization: body.customization === undefined ? state.customization : body.customization,
    isCustomizationEnabled: body.isCustomizationEnabled ?? state.isCustomizationEnabled,
  };
  const move = moveOf(place, subject, stored, after, context.now);
  const plan = planOf(context, places, before, [move], {
    type: null,
    level,
    unchanged: 0,
    subjects: [subject],
    updates,
  });
  const weighed = await weighHosts(context, plan, await hostsUnder(context, plan, place));
  await settle(context, weighed, { reason: '', verb: 'options' });
  const now = await readDecisions(context, places.siteIds);
  return presentApproval(shownAt(place, places, now), subject);
};
