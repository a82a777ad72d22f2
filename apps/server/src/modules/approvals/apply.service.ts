import type { approvals } from '@patchkeep/contract/approvals';
import type { Returned } from '@patchkeep/contract/endpoint';
import type { Context } from '../../platform/context.ts';
import { assertPreviewed, changeSetState, type Gates, readChangeSet } from '../changes/public.ts';
import { presentApproval, shownAt } from './approvals.presenter.ts';
import type { Asked } from './asked.service.ts';
import { assertMayDecide, settle } from './changes.service.ts';
import { lockRevision } from './decisions.repository.ts';
import { readDecisionsAbout } from './decisions.service.ts';
import { planChanges } from './plan.service.ts';
import { subjectsOf } from './subjects.service.ts';
import { weigh } from './weigh.service.ts';

type Changed = Returned<typeof approvals.applyChanges>;

/** Makes a change, or leaves it to a second person. `ask` runs behind the lock: a selection must not move under it. */
export const applyChange = async (
  context: Context,
  ask: () => Promise<Asked>,
  { tokens, kinds }: Gates,
): Promise<Changed> => {
  await lockRevision(context.tx, context.principal.customerId);
  const asked = await ask();
  const plan = await planChanges(context, asked.places, asked.wanted, asked.isOverridingBelow);
  assertMayDecide(context, plan.level);
  const weighed = await weigh(context, plan);
  assertPreviewed(context, weighed, asked.previewToken, tokens);
  const row = await settle(context, weighed, { reason: asked.reason });
  const keys = [...new Set(plan.subjects.flatMap(subjectsOf))];
  const now = await readDecisionsAbout(context, asked.places.siteIds, keys);
  const find = new Map(plan.subjects.map((subject) => [`${subject.kind} ${subject.subject}`, subject]));
  return {
    changeSet: await readChangeSet(context, row, kinds),
    approvals:
      row.state === changeSetState.awaiting
        ? []
        : asked.wanted.flatMap(({ place, kind, subject }) => {
            const found = find.get(`${kind} ${subject}`);
            return found ? [presentApproval(shownAt(place, asked.places, now), found)] : [];
          }),
  };
};
