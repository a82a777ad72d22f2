import { corrections } from '@patchkeep/contract/corrections';
import type { AnyEndpoint, Received } from '@patchkeep/contract/endpoint';
import { type IgnoreRule, ignoreRules, type IgnoreTarget } from '@patchkeep/contract/ignore-rules';
import type { Context } from '../../../platform/context.ts';
import { unpackNumbers } from '../../../platform/db/packed-numbers.ts';
import { notFound, saveConflict } from '../../../platform/errors.ts';
import { type AnyGatedAct, gatedAct, type Impact } from '../../../platform/gate.ts';
import { hostsText, siteOf } from '../../hosts/public.ts';
import { listRules, revertRule, revokeRule, undoRenewal } from '../../ignores/public.ts';
import type { CorrectionRow } from '../results.tables.ts';
import {
  findCorrection,
  findCorrectionOf,
  findOwnSoftware,
  selectHoldersOfSoftware,
} from './corrections.repository.ts';
import { removeCorrection, restoreCorrection, type StoredCorrection } from './corrections.service.ts';
import { type PlacedTarget, reachedBy } from './preview.service.ts';

const aboutTarget = ({ applicationId, cveId }: Pick<IgnoreTarget, 'applicationId' | 'cveId'>): string[] => [
  ...(applicationId === null ? [] : [`ignore:app:${applicationId}`]),
  ...(cveId === null ? [] : [`ignore:cve:${cveId}`]),
];

/** What rules keep uncounted: the hosts where something would no longer be counted. */
const impactOfTargets = async (context: Context, verb: string, placed: readonly PlacedTarget[]): Promise<Impact> => {
  const touched = new Set<number>();
  for (const each of placed) for (const hostNo of (await reachedBy(context, each)).reached) touched.add(hostNo);
  const what = placed.length === 1 ? (placed[0]?.target.cveId ?? 'an application') : `${placed.length} problems`;
  return {
    title: `${verb} ${what} on ${hostsText(touched.size)}`,
    effect: 'It is counted apart, and no longer as a problem, until the rule ends.',
    hostNos: [...touched],
    about: placed.flatMap(({ target }) => aboutTarget(target)),
  };
};

const placedRule = ({ scope, scopeUuid, target }: IgnoreRule): PlacedTarget => ({ scope, scopeUuid, target });

const impactOfRules = async (context: Context, verb: string, ruleIds: readonly string[]): Promise<Impact> => {
  const rules = await listRules(context, { ruleIds });
  if (rules.length !== new Set(ruleIds).size) throw notFound();
  return { ...(await impactOfTargets(context, verb, rules.map(placedRule))), before: rules.map(ruleBefore) };
};

const ruleId = ({ ignoreRuleUuid }: { ignoreRuleUuid: string }) => ignoreRuleUuid;
const ruleBefore = ({ ignoreRuleUuid, serialNumber, expires, reasonKind, reason }: IgnoreRule) => ({
  ignoreRuleUuid,
  serialNumber,
  expires,
  reasonKind,
  reason,
});
type RuleBefore = ReturnType<typeof ruleBefore>;
const revokeMade = (context: Context, _received: unknown, { made }: { made: unknown }) =>
  revokeRule(context, String(made));

/** The rules as they were, unless somebody has changed one of them since the act did. */
const unchangedSince = async (context: Context, before: unknown): Promise<RuleBefore[]> => {
  const rules = (before ?? []) as RuleBefore[];
  const now = new Map(
    (await listRules(context, { ruleIds: rules.map(ruleId) })).map((rule) => [ruleId(rule), rule.serialNumber]),
  );
  if (rules.some((rule) => now.get(ruleId(rule)) !== rule.serialNumber + 1))
    throw saveConflict('One of these ignore rules was changed since');
  return rules;
};

/** A rule is made; taking it back revokes it. */
const making = <E extends typeof ignoreRules.create | typeof ignoreRules.createOfHost>(
  endpoint: E,
  placed: (received: Received<E>) => PlacedTarget,
) =>
  gatedAct<AnyEndpoint>({
    endpoint,
    assessImpact: (context, received) => impactOfTargets(context, 'Ignore', [placed(received as Received<E>)]),
    made: (answer) => ruleId(answer as IgnoreRule),
    undo: revokeMade,
  });

/** A revoked rule comes back. */
const restoring = (endpoint: typeof ignoreRules.restoreOfSite) =>
  gatedAct({
    endpoint,
    assessImpact: (context, { params }) => impactOfRules(context, 'Ignore again:', [params.id]),
    made: ruleId,
    undo: revokeMade,
  });

/** Only a later end makes a rule reach further than it did. */
const changing = <E extends AnyEndpoint>(endpoint: E, id: (received: Received<E>) => string) =>
  gatedAct<E>({
    endpoint,
    assessImpact: async (context, received) =>
      (received.body as { expires?: string }).expires === undefined
        ? { title: '', effect: '', hostNos: [], about: [] }
        : impactOfRules(context, 'Go on ignoring', [id(received)]),
    async undo(context, _received, { before }) {
      for (const rule of await unchangedSince(context, before)) await revertRule(context, rule);
    },
  });

const undoRenewals = async (context: Context, _received: unknown, { before }: { before: unknown }) => {
  for (const rule of await unchangedSince(context, before)) await undoRenewal(context, ruleId(rule));
};

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
    assessImpact: (context, { body }) => impactOfRules(context, 'Go on ignoring', [...new Set(body.ignoreRules)]),
    undo: undoRenewals,
  }),
  gatedAct({
    endpoint: ignoreRules.renewOne,
    assessImpact: (context, { body }) => impactOfRules(context, 'Go on ignoring', [body.ignoreRuleUuid]),
    undo: undoRenewals,
  }),
];

const impactOfSoftware = async (
  context: Context,
  verb: string,
  software: Pick<CorrectionRow, 'name' | 'publisher'>,
): Promise<Impact> => {
  const { customerId } = siteOf(context);
  const lists = await selectHoldersOfSoftware(context.tx, customerId, software);
  const hostNos = [...new Set(lists.flatMap((list) => unpackNumbers(list)))];
  return {
    title: `${verb} "${software.name}" on ${hostsText(hostNos.length)}`,
    effect: 'At every site the software is judged anew, and with it what it is updated to.',
    hostNos,
    about: [`correction:${software.name}\u0001${software.publisher}`],
  };
};

/** Corrections say for every site what software is, and with it what it is updated to. */
export const correctionActs: readonly AnyGatedAct[] = [
  gatedAct({
    endpoint: corrections.create,
    isOfSystem: true,
    async assessImpact(context, { body }) {
      const software = await findOwnSoftware(context.tx, siteOf(context).customerId, body.versionId);
      if (!software) throw notFound();
      const { customerId } = siteOf(context);
      return {
        ...(await impactOfSoftware(context, 'Correct the match of', software)),
        before: (await findCorrectionOf(context.tx, customerId, software)) ?? null,
      };
    },
    made: ({ correctionUuid }) => correctionUuid,
    async undo(context, _received, { before, made }) {
      await removeCorrection(context, String(made));
      if (before !== null) await restoreCorrection(context, before as StoredCorrection);
    },
  }),
  gatedAct({
    endpoint: corrections.remove,
    isOfSystem: true,
    async assessImpact(context, { params }) {
      const correction = await findCorrection(context.tx, siteOf(context).customerId, params.id);
      if (!correction) throw notFound();
      return { ...(await impactOfSoftware(context, 'Take back the correction of', correction)), before: correction };
    },
    undo: (context, _received, { before }) => restoreCorrection(context, before as StoredCorrection),
  }),
];
