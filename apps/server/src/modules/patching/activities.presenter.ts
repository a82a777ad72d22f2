import type { PackageActivity } from '@patchkeep/contract/activities';
import { restartState } from '@patchkeep/rules/restart-state';
import type { ActivityRow } from './activities.queries.ts';
import { taskState } from './task-state.rules.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const actions = ['upgrade', 'install', 'remove', 'upgrade', 'upgrade', 'upgrade'] as const;

export const presentActivity = (row: ActivityRow, now: Date): PackageActivity => {
  const article = row.kb === null ? null : `KB${row.kb}`;
  const isWaiting = row.state === taskState.pending;
  return {
    activityUuid: row.task_id,
    agentUuid: row.host_id,
    hostName: row.host_name,
    groupUuid: row.group_id,
    groupName: row.group_name,
    channelTag: article === null ? row.channel_tag : null,
    title: row.title ?? article ?? row.channel_tag,
    kbArticle: article,
    wuTitle: article === null ? null : row.title,
    fromVersion: row.from_version,
    toVersion: row.to_version,
    // Tried before and to be tried again: to whoever looks, the failure is what is known of it.
    result: isWaiting && row.attempt === 0 ? 'pending' : row.result,
    // What a newer decision replaced is only something that had been possible.
    isTask: row.state !== taskState.superseded,
    pkgResult: row.pkg_result,
    exitCode: row.exit_code,
    cause: row.cause,
    attempt: row.attempt,
    nextAttempt: isWaiting && row.attempt > 0 ? row.ready_at.toISOString() : null,
    isDiskFull: row.is_disk_full,
    isAwaitingBoot: false,
    isAwaitingLogin: false,
    isAwaitingRegistration: false,
    isCustomDeploymentConfig: false,
    systemHasBootedSinceTaskRan: row.last_boot_at > row.changed_at,
    action: actions[row.kind] ?? 'upgrade',
    lastBootRequestTime: iso(row.last_boot_request_at),
    rebootDeadline: iso(row.reboot_deadline),
    restartState: restartState(
      {
        requestedAt: row.last_boot_request_at,
        rebootDeadline: row.reboot_deadline,
        lastBootAt: row.last_boot_at,
        lastSnoozeAt: row.last_reboot_snooze_at,
        lastSeenAt: null,
        secondsUntilForce: row.seconds_until_force ?? 0,
        snoozeSeconds: row.snooze_seconds ?? 0,
      },
      now,
    ),
    restartTagUuid: row.restart_tag_id,
    created: row.created_at.toISOString(),
    endTime: row.changed_at.toISOString(),
  };
};
