import { corrections } from '@patchkeep/contract/corrections';
import type { AnyEndpoint, Received } from '@patchkeep/contract/endpoint';
import { type IgnoreRule, ignoreRules, type IgnoreTarget } from '@patchkeep/contract/ignore-rules';
import type { Context } from '../../platform/context.ts';
import { unpackNumbers } from '../../platform/db/packed-numbers.ts';
import { notFound } from '../../platform/errors.ts';
import { type AnyGatedAct, gatedAct, type Weight } from '../../platform/gate.ts';
import { siteOf } from '../hosts/public.ts';
import { listRules, revokeRule, undoRenewal } from '../ignores/public.ts';
import { findCorrection, findOwnSoftware, selectHoldersOfSoftware } from './corrections.repository.ts';
import { removeCorrection } from './corrections.service.ts';
import { type PlacedTarget, reachedBy } from './preview.service.ts';

const hostsWord = (count: number): string => (count === 1 ? '1 host' : `${count} hosts`);

const aboutTarget = ({ applicationId, cveId }: Pick<IgnoreTarget, 'applicationId' | 'cveId'>): string[] => [
  ...(applicationId === null ? [] : [`ignore:app:${applicationId}`]),
  ...(cveId === null ? [] : [`ignore:cve:${cveId}`]),
];

/** What rules keep uncounted: the hosts where something would no longer be counted. */
const weighTargets = async (context: Context, verb: string, placed: readonly PlacedTarget[]): Promise<Weight> => {
  const touched = new Set<number>();
  for (const each of placed) for (const hostNo of (await reachedBy(context, each)).reached) touched.add(hostNo);
  const what = placed.length === 1 ? (placed[0]?.target.cveId ?? 'an application') : `${placed.length} problems`;
  return {
    title: `${verb} ${what} on ${hostsWord(touched.size)}`,
    hostNos: [...touched],
    about: placed.flatMap(({ target }) => aboutTarget(target)),
  };
};

const placedRule = ({ scope, scopeUuid, target }: IgnoreRule): PlacedTarget => ({ scope, scopeUuid, target });

const weighRules = async (context: Context, verb: string, ruleIds: readonly string[]): Promise<Weight> => {
  const rules = await listRules(context, { ruleIds });
  if (rules.length !== new Set(ruleIds).size) throw notFound();
  return weighTargets(context, verb, rules.map(placedRule));
};

const ruleId = ({ ignoreRuleUuid }: { ignoreRuleUuid: string }) => ignoreRuleUuid;
const revokeMade = (context: Context, _received: unknown, { made }: { made: unknown }) =>
  revokeRule(context, String(made));

/** A rule is made; taking it back revokes it. */
const making = <E extends typeof ignoreRules.create | typeof ignoreRules.createOfHost>(
  endpoint: E,
  placed: (received: Received<E>) => PlacedTarget,
) =>
  gatedAct<AnyEndpoint>({
    endpoint,
    weigh: (context, received) => weighTargets(context, 'Ignore', [placed(received as Received<E>)]),
    made: (answer) => ruleId(answer as IgnoreRule),
    undo: revokeMade,
  });

/** A revoked rule comes back. */
const restoring = (endpoint: typeof ignoreRules.restoreOfSite) =>
  gatedAct({
    endpoint,
    weigh: (context, { params }) => weighRules(context, 'Ignore again:', [params.id]),
    made: ruleId,
    undo: revokeMade,
  });

/** Only a later end makes a rule reach further than it did. */
const changing = <E extends AnyEndpoint>(endpoint: E, id: (received: Received<E>) => string) =>
  gatedAct<E>({
    endpoint,
    weigh: async (context, received) =>
      (received.body as { expires?: string }).expires === undefined
        ? { title: '', hostNos: [], about: [] }
        : weighRules(context, 'Go on ignoring', [id(received)]),
  });

/** Ignore rules hide problems: from counts, lists and reports. */
export const ignoreActs: readonly AnyGatedAct[] = [
  making(ignoreRules.create, ({ body }) => body),
  making(ignoreRules.createOfHost, ({ params, body }) => ({ ...body, scope: 'host', scopeUuid: params.id })),
  making(ignoreRules.createOfGroup, ({ params, body }) => ({ ...body, scope: 'group', scopeUuid: params.id })),
  restoring(ignoreRules.restoreOfSite),
  restoring(ignoreRules.restoreOfGroup),
  restoring(ignoreRules.restoreOfHost),
  changing(ignoreRules.update, ({ body }) => body.ignoreRuleUuid),
  changing(ignoreRules.updateNamedOfGroup, ({ body }) => body.ignoreRuleUuid),
  changing(ignoreRules.updateNamedOfHost, ({ body }) => body.ignoreRuleUuid),
  changing(ignoreRules.updateOfSite, ({ params }) => params.id),
  changing(ignoreRules.updateOfGroup, ({ params }) => params.id),
  changing(ignoreRules.updateOfHost, ({ params }) => params.id),
  gatedAct({
    endpoint: ignoreRules.renew,
    weigh: (context, { body }) => weighRules(context, 'Go on ignoring', [...new Set(body.ignoreRules)]),
    made: (answer) => answer.ignoreRules.map(ruleId),
    async undo(context, _received, { made }) {
      for (const id of made as string[]) await undoRenewal(context, id);
    },
  }),
  gatedAct({
    endpoint: ignoreRules.renewOne,
    weigh: (context, { body }) => weighRules(context, 'Go on ignoring', [body.ignoreRuleUuid]),
    made: ruleId,
    async undo(context, _received, { made }) {
      await undoRenewal(context, String(made));
    },
  }),
];

const weighSoftware = async (
  context: Context,
  verb: string,
  software: { name: string; publisher: string },
): Promise<Weight> => {
  const { customerId } = siteOf(context);
  const lists = await selectHoldersOfSoftware(context.tx, customerId, software);
  const hostNos = [...new Set(lists.flatMap((list) => unpackNumbers(list)))];
  return {
    title: `${verb} "${software.name}" on ${hostsWord(hostNos.length)}`,
    hostNos,
    about: [`correction:${software.name}\u0001${software.publisher}`],
  };
};

/** Corrections say for every site what software is, and with it what it is updated to. */
export const correctionActs: readonly AnyGatedAct[] = [
  gatedAct({
    endpoint: corrections.create,
    isOfSystem: true,
    async weigh(context, { body }) {
      const software = await findOwnSoftware(context.tx, siteOf(context).customerId, body.versionId);
      if (!software) throw notFound();
      return weighSoftware(context, 'Correct the match of', software);
    },
    made: ({ correctionUuid }) => correctionUuid,
    undo: (context, _received, { made }) => removeCorrection(context, String(made)),
  }),
  gatedAct({
    endpoint: corrections.remove,
    isOfSystem: true,
    async weigh(context, { params }) {
      const software = await findCorrection(context.tx, siteOf(context).customerId, params.id);
      if (!software) throw notFound();
      return weighSoftware(context, 'Take back the correction of', software);
    },
  }),
];
