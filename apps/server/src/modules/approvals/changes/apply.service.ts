import type { approvals } from '@patchkeep/contract/approvals';
import type { Returned } from '@patchkeep/contract/endpoint';
import type { Context } from '../../../platform/context.ts';
import { assertPreviewed, changeSetState, type Gates, readChangeSet } from '../../changes/public.ts';
import { presentApproval, shownAt } from '../matrix/approvals.presenter.ts';
import { lockRevision } from '../policy/decisions.repository.ts';
import { readDecisionsAbout } from '../policy/decisions.service.ts';
import { subjectsOf } from '../policy/subjects.service.ts';
import type { ChangeRequest } from './change-request.service.ts';
import { assertMayDecide, applyOrRequest } from './changes.service.ts';
import { assessImpact } from './impact.service.ts';
import { planChanges } from './plan.service.ts';

type Changed = Returned<typeof approvals.applyChanges>;

/**
 * Applies a change, or stores it for a second person to confirm. `readRequest` runs after the lock is taken, so that
 * nothing changes what a selection matches.
 */
export const applyChange = async (
  context: Context,
  readRequest: () => Promise<ChangeRequest>,
  { tokens, kinds }: Gates,
): Promise<Changed> => {
  await lockRevision(context.tx, context.principal.customerId);
  const request = await readRequest();
  const plan = await planChanges(context, request.scopes, request.wanted, request.isOverridingBelow);
  assertMayDecide(context, plan.level);
  const assessed = await assessImpact(context, plan);
  assertPreviewed(context, assessed, request.previewToken, tokens);
  const row = await applyOrRequest(context, assessed, { reason: request.reason });
  const keys = [...new Set(plan.subjects.flatMap(subjectsOf))];
  const now = await readDecisionsAbout(context, request.scopes.siteIds, keys);
  const find = new Map(plan.subjects.map((subject) => [`${subject.kind} ${subject.subject}`, subject]));
  return {
    changeSet: await readChangeSet(context, row, kinds),
    approvals:
      row.state === changeSetState.awaiting
        ? []
        : request.wanted.flatMap(({ scope, kind, subject }) => {
            const found = find.get(`${kind} ${subject}`);
            return found ? [presentApproval(shownAt(scope, request.scopes, now), found)] : [];
          }),
  };
};
