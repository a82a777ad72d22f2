import type { FirstStep } from '@patchkeep/contract/first-steps';
import { can } from '@patchkeep/rules/permissions';
import type { Context } from '../../platform/context.ts';
import { siteOf } from '../hosts/public.ts';
import { listWriterNames } from '../identity/public.ts';
import {
  findAlerted,
  findFirstDecision,
  findFirstProof,
  findGoodToken,
  selectHostFacts,
} from './first-steps.queries.ts';

type Done = FirstStep['done'];

const doneAt = (shownBy: NonNullable<Done>['shownBy'], kept: { by?: string | null; at: Date } | undefined): Done =>
  kept ? { shownBy, by: kept.by ?? null, at: kept.at.toISOString() } : null;

/** When a host enrolled is not told: to find the first one, all would be read. */
const ofHosts: Done = { shownBy: 'host', by: null, at: null };

const patchingSteps = async ({ tx }: Context, customerId: string, siteId: string) => {
  const decision = await findFirstDecision(tx, customerId, siteId);
  const proof = await findFirstProof(tx, customerId, siteId);
  return {
    decision: { step: 'decision', done: doneAt(decision?.is_own ? 'site' : 'system', decision) },
    update: { step: 'update', done: doneAt('proof', proof && { at: proof }) },
  } as const;
};

/** What a new site needs, each with what shows that it is done. */
export const readFirstSteps = async (context: Context): Promise<FirstStep[]> => {
  const { tx, now, principal } = context;
  const { customerId, siteId } = siteOf(context);
  const { hasHost, hasInventory } = await selectHostFacts(tx, customerId, siteId);
  const token = hasHost ? undefined : await findGoodToken(tx, customerId, siteId, now);
  const [colleague] = await listWriterNames(tx, { customerId, siteId, exceptUserId: principal.userId, limit: 1 });
  const alerted = await findAlerted(tx, customerId, siteId, principal.userId);
  const hasPatching = principal.subject !== null && can('canViewPatching', principal.subject);
  const patching = hasPatching ? await patchingSteps(context, customerId, siteId) : undefined;
  return [
    { step: 'agent', done: hasHost ? ofHosts : doneAt('token', token) },
    { step: 'inventory', done: hasInventory ? ofHosts : null },
    ...(patching ? [patching.decision] : []),
    { step: 'colleague', done: colleague === undefined ? null : { shownBy: 'person', by: colleague, at: null } },
    { step: 'alerts', done: doneAt('alerts', alerted) },
    ...(patching ? [patching.update] : []),
  ];
};
