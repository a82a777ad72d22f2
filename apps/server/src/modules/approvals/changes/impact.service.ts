import { hash } from 'node:crypto';
import type { Context } from '../../../platform/context.ts';
import { isReachWide, isSecondPersonNeeded } from '../../changes/public.ts';
import { aboutChanges } from './about.rules.ts';
import { type Effects, effectsOf, noEffects } from './effects.service.ts';
import type { Plan } from './plan.service.ts';

/** A plan with its effects on hosts, and whether it is wide and needs a second person. */
export interface AssessedPlan extends Plan {
  effects: Effects;
  targetsHash: Buffer;
  isWide: boolean;
  needsSecondPerson: boolean;
}

const withImpact = async (context: Context, plan: Plan, effects: Effects): Promise<AssessedPlan> => {
  const { siteId, changes } = plan;
  const { hostNos } = effects;
  // A change of the system is always wide: hosts may be added later.
  const isWide = changes.length > 0 && (siteId === null || (await isReachWide(context, siteId, hostNos.length)));
  const about = aboutChanges(changes);
  return {
    ...plan,
    effects,
    targetsHash: hash('sha256', effects.hostNos.join(','), 'buffer'),
    isWide,
    needsSecondPerson: changes.length > 0 && (await isSecondPersonNeeded(context, { siteId, hostNos, about, isWide })),
  };
};

/** Finds the hosts for which a plan changes what is decided. */
export const assessImpact = async (context: Context, plan: Plan): Promise<AssessedPlan> => {
  const { scopes, subjects, before, after, updates } = plan;
  return withImpact(context, plan, await effectsOf(context, scopes, subjects, before, after, updates));
};

/** For a change of options, which changes no decision: the caller names the hosts it reaches. */
export const assessImpactOnHosts = (context: Context, plan: Plan, hostNos: readonly number[]): Promise<AssessedPlan> =>
  withImpact(context, plan, { ...noEffects(), hostNos });
