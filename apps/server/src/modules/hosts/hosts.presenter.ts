import type { Host, HostInfo } from '@patchkeep/contract/hosts';
import { restartDefaults } from '@patchkeep/contract/restarts';
import { vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import { agentFlagsOf, type HostCondition, hostState } from '@patchkeep/rules/host-state';
import { isRestartScheduled, type RestartFacts, restartState } from '@patchkeep/rules/restart-state';
import { worstCounted } from '@patchkeep/rules/status';
import type { ListedHost, ShownHost } from './hosts.queries.ts';

/** Nobody has counted a host that has reported nothing yet. */
const countsOf = ({ ok, eol, insecure, zeroday, ignored, exploited }: ListedHost): Host['counts'] => {
  if (ok === null || eol === null || insecure === null || zeroday === null || ignored === null) return null;
  return {
    status: vulnerabilityStatuses[worstCounted({ eol, insecure, zeroday })],
    split: { ok, eol, insecure, zeroday, ignored },
    exploited: exploited ?? 0,
  };
};

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

type RestartColumns = Pick<
  ListedHost,
  'last_boot_request_at' | 'reboot_deadline' | 'last_boot_at' | 'last_reboot_snooze_at' | 'lastSeen'
> & { seconds_until_force: number | null; snooze_seconds: number | null };

export const restartFacts = (row: RestartColumns): RestartFacts => ({
  requestedAt: row.last_boot_request_at,
  rebootDeadline: row.reboot_deadline,
  lastBootAt: row.last_boot_at,
  lastSnoozeAt: row.last_reboot_snooze_at,
  lastSeenAt: row.lastSeen,
  secondsUntilForce: row.seconds_until_force ?? restartDefaults.secondsUntilForce,
  snoozeSeconds: row.snooze_seconds ?? restartDefaults.snoozeSeconds,
});

type ConditionColumns = Pick<
  ListedHost,
  'trashed_at' | 'quarantined_at' | 'pending_since' | 'disabled_at' | 'dormant_since'
>;

/** What decides the state of a host. */
export const conditionOf = (row: ConditionColumns): HostCondition => ({
  isTrashed: row.trashed_at !== null,
  isQuarantined: row.quarantined_at !== null,
  isPending: row.pending_since !== null,
  isDisabled: row.disabled_at !== null,
  isDormant: row.dormant_since !== null,
});

export const presentHost = (row: ListedHost, now: Date): Host => {
  const condition = conditionOf(row);
  return {
    uuid: row.host_id,
    agentUuid: row.host_id,
    hostName: row.host_name,
    groupUuid: row.group_id,
    groupName: row.group_title,
    tagUuids: row.tag_ids,
    havePendingInspection: row.inspect_revision > row.inspected_revision,
    hasRoot: row.has_root,
    version: row.agent_version,
    restartTagUuid: row.restart_tag_id,
    lastBootRequestTime: iso(row.last_boot_request_at),
    lastKnownBootTime: iso(row.last_boot_at),
    rebootDeadline: iso(row.reboot_deadline),
    lastRebootSnoozeTime: iso(row.last_reboot_snooze_at),
    restartState: restartState(restartFacts(row), now),
    isRestartScheduled: isRestartScheduled(restartFacts(row), now),
    lastReportedBootTime: iso(row.last_reported_boot_at ?? row.last_boot_at),
    agentFlags: agentFlagsOf(condition),
    state: hostState(condition),
    osName: row.os_name,
    osVersion: row.os_version,
    lastSeen: iso(row.lastSeen),
    isSeenSinceTrash: row.trashed_at !== null && row.lastSeen > row.trashed_at,
    counts: countsOf(row),
  };
};

export const presentHostInfo = (row: ShownHost, now: Date): HostInfo => ({
  ...presentHost(row, now),
  osArchitecture: row.os_architecture,
  timeZone: row.time_zone,
  freeDiskBytes: row.free_disk_bytes,
  enrolled: row.enrolled_at.toISOString(),
  lastInspection: iso(row.inventory_at),
  hostUsers: row.users,
});
