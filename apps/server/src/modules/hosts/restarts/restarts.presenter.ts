import type { RestartSettings } from '@patchkeep/contract/restart-settings';
import type { HostRestart } from '@patchkeep/contract/restarts';
import { forceTime, isRestartScheduled, restartState, snoozedUntil } from '@patchkeep/rules/restart-state';
import { restartFacts } from '../hosts.presenter.ts';
import type { ShownHost } from '../hosts.queries.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

interface Known {
  settings: RestartSettings;
  tagName: string | null;
  requestedBy: string | null;
  refusal: string | null;
}

/** The restart of a host from the request to the boot: what a timeline shows. */
export const presentRestart = (row: ShownHost, known: Known, now: Date): HostRestart => {
  const facts = restartFacts(row);
  const hasBooted = row.last_boot_request_at !== null && row.last_boot_at > row.last_boot_request_at;
  return {
    restartState: restartState(facts, now),
    isScheduled: isRestartScheduled(facts, now),
    lastBootRequestTime: iso(row.last_boot_request_at),
    requestedBy: known.requestedBy,
    restartTagUuid: row.restart_tag_id,
    restartTagName: known.tagName,
    settings: known.settings,
    shownTime: iso(row.restart_shown_at),
    lastRebootSnoozeTime: iso(row.last_reboot_snooze_at),
    snoozedUntil: iso(snoozedUntil(facts)),
    rebootDeadline: iso(row.reboot_deadline),
    forceTime: iso(forceTime(facts)),
    rebootTime: hasBooted ? iso(row.last_boot_at) : null,
    lastKnownBootTime: row.last_boot_at.toISOString(),
    refusal: known.refusal,
    isCancellable: !hasBooted && row.reboot_deadline !== null && row.reboot_deadline > now,
  };
};
