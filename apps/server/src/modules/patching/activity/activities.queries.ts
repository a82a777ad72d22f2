import type { ActivityResult } from '@patchkeep/contract/activities';
import { sql } from 'kysely';
import '../patching.tables.ts';
import type { Tx } from '../../../platform/db/tenant.ts';
import '../../custom-software/public.ts';
import { areSettingsOfHost, isGroupOfHost, isRestartTagOfHost, seenMinutes } from '../../hosts/public.ts';
import { customKind } from '../tasks/custom.rules.ts';
import { systemPackageKind } from '../tasks/system-package.rules.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { windowsUpdateKind } from '../tasks/windows-update.rules.ts';
import { hasResult, isRetryable } from './activity-result.queries.ts';

/** What the list of applications holds. */
export const packageKinds = [0, 1, 2, systemPackageKind, customKind];

export interface ActivityFilter {
  customerId: string;
  siteId: string;
  isWindowsUpdate: boolean;
  hostId?: string | undefined;
  groupIds?: readonly string[] | undefined;
  title?: string | undefined;
  channelTag?: string | undefined;
  /** Only what deployment jobs ask for: of one of them, or of `all`. */
  goalId?: string | undefined;
  /** The last of the page before. */
  after?: { at: Date; taskId: string } | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
  result?: ActivityResult | undefined;
  now: Date;
  withSuperseded: boolean;
  limit: number;
}

/** The number in the channel of a Windows update, as in kb:5068861; null for applications. */
export const kbOfTask = sql<number | null>`substring(t.channel_tag from '^kb:([0-9]{1,9})$')::int`;
/** The config of the custom software; null for everything else. */
export const configOfTask = sql<string | null>`substring(t.channel_tag from '^custom:([0-9a-f-]{36})$')::uuid`;
/** An application by its channel, custom software by its config; a Windows update as hosts report it, else as the catalogue has it. */
const nameOfTask = sql<string | null>`coalesce(c.name, k.title, nullif(u.title, ''), nullif(w.title, ''))`;

/** Tasks with the names a screen shows, the last changed first. */
export const selectActivities = (tx: Tx, filter: ActivityFilter) => {
  let query = tx
    .selectFrom('tasks as t')
    .innerJoin('hosts as h', (join) =>
      join.onRef('h.customer_id', '=', 't.customer_id').onRef('h.host_id', '=', 't.host_id'),
    )
    .leftJoin('groups as g', (join) => join.on(isGroupOfHost))
    .leftJoin('channels as c', 'c.channel_tag', 't.channel_tag')
    .leftJoin('custom_configs as k', (join) =>
      join.onRef('k.customer_id', '=', 't.customer_id').on('k.config_id', '=', configOfTask),
    )
    .leftJoin('windows_updates as w', (join) => join.on('w.kb', '=', kbOfTask))
    .leftJoin('windows_update_counts as u', (join) =>
      join.onRef('u.customer_id', '=', 't.customer_id').onRef('u.site_id', '=', 't.site_id').on('u.kb', '=', kbOfTask),
    )
    .leftJoin('tags as r', (join) => join.on(isRestartTagOfHost))
    .leftJoin('restart_settings as s', (join) => join.on(areSettingsOfHost))
    .selectAll('t')
    .select(({ fn }) => [
      'h.host_name',
      'h.group_id',
      'h.last_boot_at',
      'h.last_boot_request_at',
      'h.reboot_deadline',
      'h.last_reboot_snooze_at',
      'h.restart_tag_id',
      'g.title as group_name',
      nameOfTask.as('title'),
      kbOfTask.as('kb'),
      'h.pending_since',
      'h.quarantined_at',
      seenMinutes.as('seen_minutes'),
      isRetryable.as('is_retryable'),
      fn.coalesce('r.seconds_until_force', 's.seconds_until_force').as('seconds_until_force'),
      fn.coalesce('r.snooze_seconds', 's.snooze_seconds').as('snooze_seconds'),
    ])
    .where('t.customer_id', '=', filter.customerId)
    .where('t.site_id', '=', filter.siteId)
    .where('t.kind', 'in', filter.isWindowsUpdate ? [windowsUpdateKind] : packageKinds);
  if (filter.hostId !== undefined) query = query.where('t.host_id', '=', filter.hostId);
  if (filter.channelTag !== undefined) query = query.where('t.channel_tag', '=', filter.channelTag);
  if (filter.goalId === 'all') query = query.where('t.goal_id', 'is not', null);
  else if (filter.goalId !== undefined) query = query.where('t.goal_id', '=', filter.goalId);
  if (filter.groupIds) query = query.where('h.group_id', '=', sql<string>`any(${[...filter.groupIds]}::uuid[])`);
  if (filter.title !== undefined)
    query = query.where(
      sql<boolean>`position(lower(${filter.title}) in lower(coalesce(${nameOfTask}, t.channel_tag))) > 0`,
    );
  if (filter.result !== undefined) query = query.where(hasResult(filter.result, filter.now));
  if (!filter.withSuperseded) query = query.where('t.state', '!=', taskState.superseded);
  if (filter.since) query = query.where('t.changed_at', '>=', filter.since);
  if (filter.until) query = query.where('t.changed_at', '<=', filter.until);
  if (filter.after)
    query = query.where(
      sql<boolean>`(t.changed_at, t.task_id) < (${filter.after.at}::timestamptz, ${filter.after.taskId}::uuid)`,
    );
  return query.orderBy('t.changed_at', 'desc').orderBy('t.task_id', 'desc').limit(filter.limit).execute();
};
export type ActivityRow = Awaited<ReturnType<typeof selectActivities>>[number];
