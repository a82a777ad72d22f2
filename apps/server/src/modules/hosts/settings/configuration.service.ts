import { randomUUIDv7 } from 'node:crypto';
import {
  type AgentSettings,
  type configuration,
  type InstallToken,
  openApplicationWays,
} from '@patchkeep/contract/configuration';
import { constants } from '@patchkeep/contract/constants';
import type { Received } from '@patchkeep/contract/endpoint';
import { scheduleProblem } from '@patchkeep/rules/inspection-schedule';
import { dayMs } from '@patchkeep/rules/time-units';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import { invalid, notFound, saveConflict } from '../../../platform/errors.ts';
import { release } from '../../../platform/version.ts';
import { findSchedule } from '../agents/agents.queries.ts';
import { makeInstallToken } from '../agents/install-token.rules.ts';
import { insertInstallToken, listInstallTokens, revokeInstallToken } from '../agents/install-tokens.repository.ts';
import type { AgentSettingsRow, InstallTokenRow } from '../hosts.tables.ts';
import { countGroups, countTags } from '../membership.queries.ts';
import { recordHostAct } from '../site-audit.service.ts';
import { siteOf } from '../site.service.ts';
import { upsertAgentSettings } from './agent-settings.repository.ts';

const presentToken = (row: InstallTokenRow): InstallToken => ({
  installTokenUuid: row.token_id,
  name: row.name,
  groupUuid: row.group_id,
  tagUuids: row.tag_ids,
  useCap: row.use_cap,
  usedCount: row.used_count,
  expires: row.expires_at.toISOString(),
  isRevoked: row.revoked_at !== null,
  created: row.created_at.toISOString(),
});

export const readInstallTokens = async (context: Context): Promise<InstallToken[]> => {
  const { customerId, siteId } = siteOf(context);
  return (await listInstallTokens(context.tx, customerId, siteId)).map(presentToken);
};

/** Makes a token. Its group and tags must be the site's own, or a stranger's host would land in them. */
export const createInstallToken = async (
  context: Context,
  given: Received<typeof configuration.createInstallToken>['body'],
) => {
  const { tx, now, principal } = context;
  const { customerId, siteId } = siteOf(context);
  const tagIds = [...new Set(given.tagUuids)];
  const areKnown =
    (given.groupUuid === null || (await countGroups(tx, customerId, siteId, [given.groupUuid])) === 1) &&
    (await countTags(tx, customerId, siteId, tagIds)) === tagIds.length;
  if (!areKnown) throw notFound();
  const { token, hash } = makeInstallToken(customerId);
  const row: InstallTokenRow = {
    customer_id: customerId,
    site_id: siteId,
    token_id: randomUUIDv7(),
    secret_hash: hash,
    name: given.name,
    group_id: given.groupUuid,
    tag_ids: tagIds,
    use_cap: given.useCap,
    used_count: 0,
    expires_at: new Date(now.getTime() + given.expiresInDays * dayMs),
    revoked_at: null,
    created_by: principal.userId,
    created_at: now,
  };
  await insertInstallToken(tx, row);
  await recordHostAct(context, 'installToken.create', 'installToken', row.token_id, { after: presentToken(row) });
  return { installToken: presentToken(row), secret: token };
};

export const endInstallToken = async (context: Context, tokenId: string): Promise<void> => {
  const { customerId, siteId } = siteOf(context);
  const row = await revokeInstallToken(context.tx, customerId, siteId, tokenId, context.now);
  if (!row) throw notFound();
  await recordHostAct(context, 'installToken.revoke', 'installToken', tokenId, {
    before: presentToken({ ...row, revoked_at: null }),
    after: presentToken(row),
  });
};

/** A site that saved nothing yet: the default time, every day. */
const unset: Omit<AgentSettingsRow, 'customer_id' | 'site_id'> = {
  days_of_week: constants.allDays,
  hour: constants.schedule.hour,
  minute: constants.schedule.minute,
  revision: 0,
  is_acceptance_required: false,
  open_applications: 0,
  close_seconds: 300,
};

const presentSettings = (row: typeof unset): AgentSettings => ({
  daysOfWeek: row.days_of_week,
  hour: row.hour,
  minute: row.minute,
  // The agent that ships with this server is of the same release.
  currentVersion: release,
  serialNumber: row.revision,
  isAcceptanceRequired: row.is_acceptance_required,
  openApplication: openApplicationWays[row.open_applications] ?? 'install',
  closeSeconds: row.close_seconds,
});

/** What orders about packages say of open applications; nothing where the installer sees to it itself. */
export const openApplicationOptions = async (
  tx: Tx,
  customerId: string,
  siteId: string,
): Promise<Record<string, string>> => {
  const row = await findSchedule(tx, customerId, siteId);
  const way = openApplicationWays[row?.open_applications ?? 0] ?? 'install';
  return row === undefined || way === 'install'
    ? {}
    : { openApplication: way, closeSeconds: String(row.close_seconds) };
};

export const readAgentSettings = async (context: Context): Promise<AgentSettings> => {
  const { customerId, siteId } = siteOf(context);
  return presentSettings((await findSchedule(context.tx, customerId, siteId)) ?? unset);
};

export const saveAgentSettings = async (
  context: Context,
  given: Received<typeof configuration.saveAgentSettings>['body'],
  hastenJobs: (context: Context) => Promise<void>,
): Promise<AgentSettings> => {
  const problem = scheduleProblem(given);
  if (problem) throw invalid(problem);
  const { customerId, siteId } = siteOf(context);
  const before = (await findSchedule(context.tx, customerId, siteId)) ?? unset;
  const row: AgentSettingsRow = {
    customer_id: customerId,
    site_id: siteId,
    days_of_week: given.daysOfWeek,
    hour: given.hour,
    minute: given.minute,
    revision: given.serialNumber + 1,
    is_acceptance_required: given.isAcceptanceRequired,
    open_applications: given.openApplication
      ? openApplicationWays.indexOf(given.openApplication)
      : before.open_applications,
    close_seconds: given.closeSeconds ?? before.close_seconds,
  };
  if (!(await upsertAgentSettings(context.tx, row, given.serialNumber)))
    throw saveConflict('The schedule was changed by somebody else');
  const isMoved = row.days_of_week !== before.days_of_week || row.hour !== before.hour || row.minute !== before.minute;
  if (isMoved) await hastenJobs(context);
  await recordHostAct(context, 'agentSettings.save', 'agentSettings', siteId, {
    before: presentSettings(before),
    after: presentSettings(row),
  });
  return presentSettings(row);
};
