import { hash } from 'node:crypto';
import { isWide } from '@patchkeep/rules/approvals/wide';
import type { Context } from '../../platform/context.ts';
import { countActiveHosts } from '../hosts/public.ts';
import { type Effects, effectsOf, noEffects } from './effects.service.ts';
import type { Plan } from './plan.service.ts';
import { findSettings } from './settings.repository.ts';

/** A change with what it does, and what it therefore needs. */
export interface Weighed extends Plan {
  effects: Effects;
  targetsHash: Buffer;
  isWide: boolean;
  needsSecondPerson: boolean;
}

/** Without anybody's word the system needs a second person and a site does not. */
export const isFourEyesRequired = async (context: Context, siteId: string | null): Promise<boolean> => {
  const { customerId } = context.principal;
  const row = await findSettings(context.tx, customerId, siteId ?? customerId);
  return row?.is_four_eyes_required ?? siteId === null;
};

const judge = async (context: Context, plan: Plan, effects: Effects): Promise<Weighed> => {
  const { siteId, level, places } = plan;
  const activeHosts =
    siteId === null ? 0 : await countActiveHosts(context.tx, { customerId: places.customerId, siteId });
  const wide = plan.moves.length > 0 && isWide({ levels: [level], hostsTouched: effects.hostNos.length, activeHosts });
  return {
    ...plan,
    effects,
    targetsHash: hash('sha256', effects.hostNos.join(','), 'buffer'),
    isWide: wide,
    needsSecondPerson: wide && (await isFourEyesRequired(context, siteId)),
  };
};

export const weigh = async (context: Context, plan: Plan): Promise<Weighed> => {
  const { places, subjects, before, after, updates } = plan;
  return judge(context, plan, await effectsOf(context, places, subjects, before, after, updates));
};

/** A change that is not told by what is decided: how an update is made, or when. */
export const weighHosts = (context: Context, plan: Plan, hostNos: readonly number[]): Promise<Weighed> =>
  judge(context, plan, { ...noEffects(), hostNos });
