import type { PackageActivity } from '@patchkeep/contract/activities';
import { articleOfKb } from '@patchkeep/rules/kb';
import { restartState } from '@patchkeep/rules/restart-state';
import { fromMinutes, restartFacts } from '../../hosts/public.ts';
import { customKind, isRemoval } from '../tasks/custom.rules.ts';
import { taskState } from '../tasks/task-state.rules.ts';
import { awaitedBy } from '../tasks/waiting.rules.ts';
import type { ActivityRow } from './activities.queries.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const actions = ['upgrade', 'install', 'remove'] as const;
const actionOf = (row: Pick<ActivityRow, 'kind' | 'options'>): PackageActivity['action'] => {
  if (isRemoval(row)) return 'remove';
  return row.kind === customKind ? 'install' : (actions[row.kind] ?? 'upgrade');
};

export const presentActivity = (row: ActivityRow, now: Date): PackageActivity => {
  const article = row.kb === null ? null : articleOfKb(row.kb);
  const isWaiting = row.state === taskState.pending;
  const awaited = awaitedBy(row);
  const isCustom = row.kind === customKind;
  return {
    activityUuid: row.task_id,
    agentUuid: row.host_id,
    hostName: row.host_name,
    groupUuid: row.group_id,
    groupName: row.group_name,
    channelTag: article === null && !isCustom ? row.channel_tag : null,
    title: row.title ?? article ?? row.channel_tag,
    kbArticle: article,
    wuTitle: article === null ? null : row.title,
    fromVersion: row.from_version,
    toVersion: row.to_version,
    // Tried before and to be tried again: to whoever looks, the failure is what is known of it.
    result: row.result,
    // What a newer decision replaced is only something that had been possible.
    isTask: row.state !== taskState.superseded,
    pkgResult: row.pkg_result,
    exitCode: row.exit_code,
    cause: row.cause,
    attempt: row.attempt,
    isRetryable: row.is_retryable,
    retried: iso(row.retried_at),
    nextAttempt: isWaiting && (row.attempt > 0 || awaited) ? row.ready_at.toISOString() : null,
    awaitedSince: awaited ? iso(row.awaits_since) : null,
    isDiskFull: row.is_disk_full,
    isAwaitingBoot: awaited === 'boot',
    isAwaitingLogin: awaited === 'login',
    // A host that waits to be accepted, or must enrol anew, is known without its saying so.
    isAwaitingRegistration:
      isWaiting && (awaited === 'registration' || row.pending_since !== null || row.quarantined_at !== null),
    isCustomDeploymentConfig: isCustom,
    systemHasBootedSinceTaskRan: row.last_boot_at > row.changed_at,
    action: actionOf(row),
    lastBootRequestTime: iso(row.last_boot_request_at),
    rebootDeadline: iso(row.reboot_deadline),
    restartState: restartState(restartFacts({ ...row, lastSeen: fromMinutes(row.seen_minutes) }), now),
    restartTagUuid: row.restart_tag_id,
    created: row.created_at.toISOString(),
    endTime: row.changed_at.toISOString(),
  };
};
