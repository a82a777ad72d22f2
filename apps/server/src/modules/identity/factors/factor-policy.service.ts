import type { Received, Returned } from '@patchkeep/contract/endpoint';
import { type customerFactors, policyLimits, secondFactorPolicies } from '@patchkeep/contract/second-factor-policy';
import { refusePolicy } from '@patchkeep/rules/users/needed-factor';
import type { Context } from '../../../platform/context.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { changeCustomer, findCustomer, lockCustomer, presentFactorPolicy } from '../../tenants/public.ts';
import { presentFactorNeed } from '../subject.presenter.ts';
import { listFactorStandings } from '../users.queries.ts';
import { offeredKinds } from './needed-factor.service.ts';
import type { FactorTools } from './prove.service.ts';

type Tools = Pick<FactorTools, 'rows' | 'publicOrigin'>;
type Endpoints = typeof customerFactors;

/** The policy of now, and what each would mean for whom. */
export const readFactorPolicy = async (
  { tx, principal: { customerId } }: Context,
  tools: Tools,
): Promise<Returned<Endpoints['read']>> => {
  const customer = await findCustomer(tx, customerId);
  if (!customer) throw notFound();
  const rows = await listFactorStandings(tx, customerId);
  return {
    policy: presentFactorPolicy(customer),
    serialNumber: customer.serial_number,
    choices: secondFactorPolicies.map((policy) => {
      const missing = rows.flatMap((row) => {
        const { missing: needed } = presentFactorNeed(row, customer, policy);
        const { user_id: userAccountUuid, username, long_name: longName } = row;
        return needed ? [{ userAccountUuid, username, longName, needed }] : [];
      });
      return {
        policy,
        refusal: refusePolicy(policy, offeredKinds(tools)) ?? null,
        missingCount: missing.length,
        missing: missing.slice(0, policyLimits.namesShown),
      };
    }),
  };
};

/** Counts at the next sign-in of each user; sessions of now go on. */
export const saveFactorPolicy = async (
  context: Context,
  tools: Tools,
  { policy, serialNumber }: Received<Endpoints['save']>['body'],
): Promise<Returned<Endpoints['save']>> => {
  const { tx, principal } = context;
  const { customerId, userId, sessionId } = principal;
  const refusal = refusePolicy(policy, offeredKinds(tools));
  if (refusal !== undefined) throw invalid(refusal);
  await lockCustomer(tx, customerId);
  const before = await findCustomer(tx, customerId);
  if (!before) throw notFound();
  const actor = { actorId: userId, credentialId: sessionId };
  await changeCustomer(tx, context, actor, before, { secondFactorPolicy: policy }, serialNumber);
  context.emit({ thing: 'site' });
  return readFactorPolicy(context, tools);
};
