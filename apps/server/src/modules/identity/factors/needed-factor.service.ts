import type { EnrolStep, factorKinds } from '@patchkeep/contract/second-factor-policy';
import { allowedWays, enrolWays } from '@patchkeep/rules/users/needed-factor';
import type { Tx } from '../../../platform/db/tenant.ts';
import { findCustomer } from '../../tenants/public.ts';
import type { UserRow } from '../identity.tables.ts';
import { presentFactorNeed } from '../subject.presenter.ts';
import { listFactorStandings } from '../users.queries.ts';
import { secondStepOf } from './factors.queries.ts';
import type { FactorTools } from './prove.service.ts';

/** What this server can set up. */
export const offeredKinds = ({ rows, publicOrigin }: Pick<FactorTools, 'rows' | 'publicOrigin'>) =>
  [
    ...(publicOrigin === undefined ? [] : ['passkey' as const]),
    ...(rows === undefined ? [] : ['totp' as const]),
  ] satisfies (typeof factorKinds)[number][];

/** What the customer asks of a user now, and what of it the user has. Nothing of who proves themselves elsewhere. */
export const factorNeedOf = async (tx: Tx, customerId: string, userId: string) => {
  const [row] = await listFactorStandings(tx, customerId, userId);
  return presentFactorNeed(row, await findCustomer(tx, customerId));
};

/** What a user who has proved all that the account has must set up before there is a session. */
export const enrolStepOf = async (
  tx: Tx,
  tools: Pick<FactorTools, 'rows' | 'publicOrigin'>,
  { customer_id: customerId, user_id: userId }: UserRow,
): Promise<EnrolStep | undefined> => {
  const { missing } = await factorNeedOf(tx, customerId, userId);
  return missing && { step: 'enrol', needed: missing, ways: enrolWays(offeredKinds(tools), missing) };
};

/** The ways of the second step that the account has and may use: none as long as no factor of it counts. */
export const allowedStepsOf = async (tx: Tx, user: UserRow): Promise<Awaited<ReturnType<typeof secondStepOf>>> => {
  const ways = await secondStepOf(tx, user);
  if (ways.length === 0) return [];
  const { needed, held } = await factorNeedOf(tx, user.customer_id, user.user_id);
  return allowedWays(ways, needed, held, user.is_break_glass);
};
