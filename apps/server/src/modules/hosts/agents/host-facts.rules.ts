import type { HostFacts } from '@patchkeep/contract/agent/protocol';
import type { HostFactColumns } from '../hosts.repository.ts';

export const osFamilies = ['windows', 'linux'] as const;

/** What an agent says reaches screens and logs: control characters have no business there. */
const clean = (text: string): string => text.replaceAll(/\p{Cc}/gu, '').trim();

/** A boot was before the host told of it, whatever its clock says. */
export const knownBoot = (reported: Date, now: Date): Date => (reported < now ? reported : now);

export const factColumns = (facts: HostFacts, now: Date): HostFactColumns => ({
  host_name: clean(facts.hostName),
  sort_name: clean(facts.hostName).toLowerCase(),
  os_family: osFamilies.indexOf(facts.os.family),
  os_name: clean(facts.os.name),
  os_version: clean(facts.os.version),
  os_architecture: clean(facts.os.architecture),
  agent_version: clean(facts.agentVersion),
  time_zone: clean(facts.timeZone),
  users: facts.users.map(clean),
  free_disk_bytes: facts.freeDiskBytes,
  last_boot_at: knownBoot(new Date(facts.bootTime), now),
  last_reported_boot_at: new Date(facts.bootTime),
});
