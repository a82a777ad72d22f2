import { hash } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { isReachWide, isSecondPersonNeeded } from '../changes/public.ts';
import { aboutMoves } from './about.rules.ts';
import { type Effects, effectsOf, noEffects } from './effects.service.ts';
import type { Plan } from './plan.service.ts';

/** A change with what it does, and what it therefore needs. */
export interface Weighed extends Plan {
  effects: Effects;
  targetsHash: Buffer;
  isWide: boolean;
  needsSecondPerson: boolean;
}

const judge = async (context: Context, plan: Plan, effects: Effects): Promise<Weighed> => {
  const { siteId, moves } = plan;
  const { hostNos } = effects;
  // What holds for the system is wide however few hosts there are today.
  const isWide = moves.length > 0 && (siteId === null || (await isReachWide(context, siteId, hostNos.length)));
  const about = aboutMoves(moves);
  return {
    ...plan,
    effects,
    targetsHash: hash('sha256', effects.hostNos.join(','), 'buffer'),
    isWide,
    needsSecondPerson: moves.length > 0 && (await isSecondPersonNeeded(context, { siteId, hostNos, about, isWide })),
  };
};

export const weigh = async (context: Context, plan: Plan): Promise<Weighed> => {
  const { places, subjects, before, after, updates } = plan;
  return judge(context, plan, await effectsOf(context, places, subjects, before, after, updates));
};

/** A change that is not told by what is decided: how an update is made, or when. */
export const weighHosts = (context: Context, plan: Plan, hostNos: readonly number[]): Promise<Weighed> =>
  judge(context, plan, { ...noEffects(), hostNos });
