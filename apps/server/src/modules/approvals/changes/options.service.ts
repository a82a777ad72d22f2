import type { Approval, ApprovalKind, ApprovalLevel } from '@patchkeep/contract/approval-fields';
import type { ApprovalOptionsBody } from '@patchkeep/contract/approvals';
import { optionsIdentifier } from '@patchkeep/rules/approvals/calls';
import type { Context } from '../../../platform/context.ts';
import { notFound, saveConflict } from '../../../platform/errors.ts';
import { checkCustomization } from '../customization/customization.service.ts';
import { presentApproval, shownAt } from '../matrix/approvals.presenter.ts';
import { stateOf } from '../policy/decision-changes.rules.ts';
import { lockRevision } from '../policy/decisions.repository.ts';
import { type Decisions, loadDecisions, readDecisionsAbout } from '../policy/decisions.service.ts';
import { type Scope, scopeOf, type Scopes, scopesFor } from '../policy/scopes.service.ts';
import { subjectsOf } from '../policy/subjects.service.ts';
import { resolveCohorts } from '../resolution/resolve-cohorts.service.ts';
import { asRefusal } from './change-request.service.ts';
import { assertMayDecide, applyOrRequest } from './changes.service.ts';
import { assessImpactOnHosts } from './impact.service.ts';
import { loadSubjects, decisionChangeOf, planOf, type Plan } from './plan.service.ts';

/** The approval whose options are meant: by its subject at the system and a site, by its own id at a group or tag. */
const find = (
  context: Context,
  scopes: Scopes,
  decisions: Decisions,
  level: ApprovalLevel,
  kind: ApprovalKind,
  body: ApprovalOptionsBody,
): { scope: Scope; subject: string } => {
  const named = kind === 'wua' ? body.wuaKey?.toLowerCase() : body.channelTag;
  // Settings may have to be there before the first decision: then there is no approval yet that has an id.
  if ((level === 'group' ? body.groupUuid : body.tagUuid) !== undefined && named !== undefined)
    return { scope: scopeOf(context, scopes, level, body), subject: named };
  const id = asRefusal(() => optionsIdentifier(level, kind, body));
  if (level === 'system' || level === 'site')
    return { scope: scopeOf(context, scopes, level, {}), subject: kind === 'wua' ? id.toLowerCase() : id };
  const stored = decisions.all.find((each) => each.approvalId === id && each.level === level && each.kind === kind);
  const scope = stored && scopes.byScope.get(stored.scopeId);
  if (!scope) throw notFound();
  return { scope, subject: stored.subject };
};

/** Hosts for which the decision of the scope wins: its options change for them, the decision itself does not. */
const hostsUnder = async (context: Context, plan: Plan, scope: Scope): Promise<number[]> => {
  const found = new Set<number>();
  for await (const { cohorts } of resolveCohorts(context, plan.scopes, plan.subjects, [plan.after], plan.updates))
    for (const { hostNos, resolutions } of cohorts)
      if (resolutions[0]?.winner?.scopeId === scope.scopeId) for (const hostNo of hostNos) found.add(hostNo);
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
  const scopes = await scopesFor(context, level);
  const before = await loadDecisions(context, scopes.siteIds);
  const { scope, subject: key } = find(context, scopes, before, level, kind, body);
  const { find: subjectAt, updates } = await loadSubjects(context, scopes, [{ kind, subject: key }]);
  const subject = subjectAt(kind, key);
  const stored = before.at(scope.scopeId, kind, key);
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
  const change = decisionChangeOf(scope, subject, stored, after, context.now);
  const plan = planOf(context, scopes, before, [change], {
    type: null,
    level,
    unchanged: 0,
    subjects: [subject],
    updates,
  });
  const assessed = await assessImpactOnHosts(context, plan, await hostsUnder(context, plan, scope));
  await applyOrRequest(context, assessed, { reason: '', verb: 'options' });
  const now = await readDecisionsAbout(context, scopes.siteIds, subjectsOf(subject));
  return presentApproval(shownAt(scope, scopes, now), subject);
};
