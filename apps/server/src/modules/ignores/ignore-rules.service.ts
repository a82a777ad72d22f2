import { randomUUIDv7 } from 'node:crypto';
import type { Received } from '@patchkeep/contract/endpoint';
import { type IgnoreRule, type ignoreRules, ignoreScopes, type IgnoreState } from '@patchkeep/contract/ignore-rules';
import { expiryProblem } from '@patchkeep/rules/ignoring';
import type { Context } from '../../platform/context.ts';
import { invalid, notFound, saveConflict } from '../../platform/errors.ts';
import { findHost, groupReach, listGroups, recordSiteAct, siteOf } from '../hosts/public.ts';
import { presentRule } from './ignore-rules.presenter.ts';
import { knowsTarget, type RuleFilter, selectRenewals, selectRules } from './ignore-rules.queries.ts';
import { deleteLastRenewal, insertRenewal, insertRule, lockRules, updateRule } from './ignore-rules.repository.ts';
import type { IgnoreRuleRow } from './ignores.tables.ts';

type Draft = Received<typeof ignoreRules.create>['body'];
type Change = Received<typeof ignoreRules.updateOfSite>['body'];
export type Scope = (typeof ignoreScopes)[number];

/** The groups above a group, itself included, nearest first. */
const chains = (groups: readonly { group_id: string; parent_id: string | null }[]) => {
  const parents = new Map(groups.map((group) => [group.group_id, group.parent_id]));
  return (groupId: string): string[] => {
    const chain: string[] = [];
    for (let at: string | null = groupId; at !== null && !chain.includes(at); at = parents.get(at) ?? null)
      chain.push(at);
    return chain;
  };
};

export const listRules = async (
  context: Context,
  filter: RuleFilter & { states?: readonly IgnoreState[] | undefined } = {},
): Promise<IgnoreRule[]> => {
  const { customerId, siteId } = siteOf(context);
  const { tx, now } = context;
  const all = await selectRules(tx, customerId, siteId);
  const isAll = Object.values(filter).every((value) => value === undefined);
  const rows = isAll ? all : await selectRules(tx, customerId, siteId, filter);
  const ids = rows.map((row) => row.rule_id);
  const renewals = ids.length === 0 ? [] : await selectRenewals(tx, customerId, siteId, ids);
  const surroundings = { now, renewals, all, chainOf: chains(await listGroups(tx, customerId, siteId)) };
  const rules = rows.map((row) => presentRule(row, surroundings));
  return filter.states ? rules.filter((rule) => filter.states?.includes(rule.state)) : rules;
};

const read = async (context: Context, ruleId: string): Promise<IgnoreRule> => {
  const [rule] = await listRules(context, { ruleIds: [ruleId] });
  if (!rule) throw notFound();
  return rule;
};

/** A rule of one level by its id: at another level it does not exist. */
export const readRule = async (context: Context, scope: Scope, ruleId: string): Promise<IgnoreRule> => {
  const rule = await read(context, ruleId);
  if (rule.scope !== scope) throw notFound();
  return rule;
};

/** Where a rule shall be in force; 404 when that is not the site's. */
export const scopeIdOf = async (context: Context, scope: Scope, scopeUuid: string | null): Promise<string> => {
  const { siteId } = siteOf(context);
  if (scope === 'site') return siteId;
  if (scopeUuid === null) throw invalid('Name the group or host');
  if (scope === 'group') await groupReach(context, scopeUuid);
  else await findHost(context, scopeUuid);
  return scopeUuid;
};

const assertExpiry = (context: Context, expires: string): Date => {
  const at = new Date(expires);
  const problem = expiryProblem(at, context.now);
  if (problem !== undefined) throw invalid(problem, { at: 'expires', problem });
  return at;
};

const facts = (row: IgnoreRuleRow) => ({
  scope: ignoreScopes[row.scope_kind],
  scopeUuid: row.scope_id,
  applicationId: row.application_id,
  versionFrom: row.version_from,
  versionTo: row.version_to,
  cveId: row.cve_id,
  reasonKind: row.reason_kind,
  reason: row.reason,
  expires: row.expires_at.toISOString(),
});

export const createRule = async (context: Context, given: Draft): Promise<IgnoreRule> => {
  const { customerId, siteId } = siteOf(context);
  const { applicationId, versionFrom, versionTo, cveId } = given.target;
  const scopeId = await scopeIdOf(context, given.scope, given.scopeUuid);
  const expiresAt = assertExpiry(context, given.expires);
  if (!(await knowsTarget(context.tx, customerId, applicationId, cveId))) throw notFound();
  const row: IgnoreRuleRow = {
    customer_id: customerId,
    site_id: siteId,
    rule_id: randomUUIDv7(),
    scope_kind: ignoreScopes.indexOf(given.scope),
    scope_id: scopeId,
    application_id: applicationId,
    version_from: versionFrom,
    version_to: versionTo,
    cve_id: cveId,
    reason_kind: given.reasonKind,
    reason: given.reason,
    owner_id: context.principal.userId,
    created_at: context.now,
    expires_at: expiresAt,
    revoked_at: null,
    renewals: 0,
    hits: null,
    serial_number: 1,
  };
  await insertRule(context.tx, row);
  await recordSiteAct(context, 'ignoreRule.create', 'ignoreRule', row.rule_id, { after: facts(row) });
  return read(context, row.rule_id);
};

/** The rule, locked; of the level and the place it was asked for at, if those were named. */
const lock = async (context: Context, ruleId: string, scope?: Scope, scopeId?: string): Promise<IgnoreRuleRow> => {
  const { customerId, siteId } = siteOf(context);
  const [row] = await lockRules(context.tx, customerId, siteId, [ruleId]);
  if (!row || (scope !== undefined && ignoreScopes[row.scope_kind] !== scope)) throw notFound();
  if (scopeId !== undefined && row.scope_id !== scopeId) throw notFound();
  return row;
};

export const changeRule = async (
  context: Context,
  ruleId: string,
  given: Change,
  scope?: Scope,
  scopeId?: string,
): Promise<IgnoreRule> => {
  const row = await lock(context, ruleId, scope, scopeId);
  if (row.serial_number !== given.serialNumber) throw saveConflict('The rule was changed by somebody else');
  const change = {
    reason_kind: given.reasonKind ?? row.reason_kind,
    reason: given.reason ?? row.reason,
    expires_at: given.expires === undefined ? row.expires_at : assertExpiry(context, given.expires),
  };
  await updateRule(context.tx, row, change);
  await recordSiteAct(context, 'ignoreRule.change', 'ignoreRule', ruleId, {
    before: facts(row),
    after: facts({ ...row, ...change }),
  });
  return read(context, ruleId);
};

/** Gives a rule the end and the reason that it had before; an end that is over by now counts as well. */
export const revertRule = async (
  context: Context,
  former: Pick<IgnoreRule, 'ignoreRuleUuid' | 'expires' | 'reasonKind' | 'reason'>,
): Promise<void> => {
  const row = await lock(context, former.ignoreRuleUuid);
  const change = { reason_kind: former.reasonKind, reason: former.reason, expires_at: new Date(former.expires) };
  await updateRule(context.tx, row, change);
  await recordSiteAct(context, 'ignoreRule.change', 'ignoreRule', row.rule_id, {
    before: facts(row),
    after: facts({ ...row, ...change }),
  });
};

export const revokeRule = async (context: Context, ruleId: string, scope?: Scope, scopeId?: string): Promise<void> => {
  const row = await lock(context, ruleId, scope, scopeId);
  if (row.revoked_at !== null) return;
  await updateRule(context.tx, row, { revoked_at: context.now });
  await recordSiteAct(context, 'ignoreRule.revoke', 'ignoreRule', ruleId, { before: facts(row) });
};

export const restoreRule = async (context: Context, ruleId: string, scope?: Scope): Promise<IgnoreRule> => {
  const row = await lock(context, ruleId, scope);
  if (row.revoked_at !== null) {
    await updateRule(context.tx, row, { revoked_at: null });
    await recordSiteAct(context, 'ignoreRule.restore', 'ignoreRule', ruleId, { after: facts(row) });
  }
  return read(context, ruleId);
};

const renew = async (context: Context, row: IgnoreRuleRow, expiresAt: Date, reason: string): Promise<void> => {
  const { customer_id, site_id, rule_id } = row;
  await insertRenewal(context.tx, {
    customer_id,
    site_id,
    rule_id,
    renewal_no: row.renewals + 1,
    at: context.now,
    renewed_by: context.principal.userId,
    expired_before: row.expires_at,
    expires_at: expiresAt,
    reason,
  });
  await updateRule(context.tx, row, { expires_at: expiresAt, renewals: row.renewals + 1 });
  await recordSiteAct(context, 'ignoreRule.renew', 'ignoreRule', rule_id, {
    before: { expires: row.expires_at.toISOString() },
    after: { expires: expiresAt.toISOString(), reason },
  });
};

/** All of them or none: a rule that is gone or revoked stops the whole. */
export const renewRules = async (
  context: Context,
  { ignoreRules: ids, expires, reason = '' }: Received<typeof ignoreRules.renew>['body'],
): Promise<IgnoreRule[]> => {
  const { customerId, siteId } = siteOf(context);
  const wanted = [...new Set(ids)];
  const expiresAt = assertExpiry(context, expires);
  const rows = await lockRules(context.tx, customerId, siteId, wanted);
  if (rows.length !== wanted.length) throw notFound();
  if (rows.some((row) => row.revoked_at !== null)) throw invalid('A revoked rule is restored, not renewed');
  for (const row of rows) await renew(context, row, expiresAt, reason);
  return listRules(context, { ruleIds: wanted });
};

export const renewOne = async (
  context: Context,
  { ignoreRuleUuid, expires, reason = '', serialNumber }: Received<typeof ignoreRules.renewOne>['body'],
): Promise<IgnoreRule> => {
  const expiresAt = assertExpiry(context, expires);
  const row = await lock(context, ignoreRuleUuid);
  if (row.serial_number !== serialNumber) throw saveConflict('The rule was changed by somebody else');
  if (row.revoked_at !== null) throw invalid('A revoked rule is restored, not renewed');
  await renew(context, row, expiresAt, reason);
  return read(context, ignoreRuleUuid);
};

export const undoRenewal = async (context: Context, ruleId: string): Promise<IgnoreRule> => {
  const row = await lock(context, ruleId);
  const last = await deleteLastRenewal(context.tx, row);
  if (!last) throw notFound();
  await updateRule(context.tx, row, { expires_at: last.expired_before, renewals: row.renewals - 1 });
  await recordSiteAct(context, 'ignoreRule.undoRenewal', 'ignoreRule', ruleId, {
    before: { expires: row.expires_at.toISOString() },
    after: { expires: last.expired_before.toISOString() },
  });
  return read(context, ruleId);
};
