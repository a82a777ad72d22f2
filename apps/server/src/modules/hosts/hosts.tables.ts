import type { GeneratedAlways, Selectable } from 'kysely';

interface HostsTable {
  customer_id: string;
  site_id: string;
  host_id: string;
  host_no: number;
  host_name: string;
  sort_name: string;
  group_id: string | null;
  public_key: Buffer;
  hardware_hash: Buffer;
  os_family: number;
  os_name: string;
  os_version: string;
  os_architecture: string;
  agent_version: string;
  time_zone: string;
  users: string[];
  free_disk_bytes: number;
  /** What is known; what the clock of the host says is beside it. */
  last_boot_at: Date;
  last_reported_boot_at: Date | null;
  enrolled_at: Date;
  trashed_at: Date | null;
  quarantined_at: Date | null;
  accepted_at: Date | null;
  pending_since: Date | null;
  disabled_at: Date | null;
  dormant_since: Date | null;
  /** Which list the host is in; the database derives it from the marks above. */
  view: GeneratedAlways<number>;
  /** From when on something waits to be done; null while nothing does. */
  work_at: Date | null;
  /** It pinned a root of keys when it enrolled. */
  has_root: boolean;
  /** Of those who vouch for custom software, as the host believes; null where its agent is too old to say. */
  approvers_version: number | null;
  restart_tag_id: string | null;
  last_boot_request_at: Date | null;
  reboot_deadline: Date | null;
  last_reboot_snooze_at: Date | null;
  restart_requested_by: string | null;
  restart_shown_at: Date | null;
  inspect_revision: number;
  inspected_revision: number;
  inventory_hash: Buffer | null;
  inventory_at: Date | null;
}

interface InstallTokensTable {
  customer_id: string;
  site_id: string;
  token_id: string;
  secret_hash: Buffer;
  name: string;
  group_id: string | null;
  tag_ids: string[];
  use_cap: number;
  used_count: number;
  expires_at: Date;
  revoked_at: Date | null;
  created_by: string;
  created_at: Date;
}

interface GroupsTable {
  customer_id: string;
  site_id: string;
  group_id: string;
  parent_id: string | null;
  title: string;
  serial_number: number;
  created_at: Date;
}

interface TagsTable {
  customer_id: string;
  site_id: string;
  tag_id: string;
  kind: number;
  name: string;
  seconds_until_force: number | null;
  snooze_seconds: number | null;
  restart_title: string | null;
  restart_message: string | null;
  delay_seconds: number | null;
  serial_number: number;
  created_at: Date;
}

interface AgentSettingsTable {
  customer_id: string;
  site_id: string;
  days_of_week: number;
  hour: number;
  minute: number;
  revision: number;
  is_acceptance_required: boolean;
  open_applications: number;
  close_seconds: number;
}

interface RestartSettingsTable {
  customer_id: string;
  site_id: string;
  title: string;
  message: string;
  delay_seconds: number;
  snooze_seconds: number;
  seconds_until_force: number;
  minimum_agent_version: string;
  revision: number;
}

interface RestartRequestsTable {
  customer_id: string;
  site_id: string;
  request_id: string;
  restart_tag_id: string;
  asked_at: Date;
  deadline: Date;
  asked_by: string;
  host_nos: Buffer;
  done_count: number;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    hosts: HostsTable;
    host_numbers: { customer_id: string; next_host_no: number };
    host_tags: { customer_id: string; site_id: string; tag_id: string; host_id: string };
    host_files: { customer_id: string; site_id: string; host_id: string; sha256: Buffer; assigned_at: Date };
    host_presence: { customer_id: string; bucket: number; seen_minutes: number[] };
    install_tokens: InstallTokensTable;
    groups: GroupsTable;
    tags: TagsTable;
    agent_settings: AgentSettingsTable;
    restart_settings: RestartSettingsTable;
    restart_requests: RestartRequestsTable;
  }
}

export type HostRow = Selectable<HostsTable>;
export type NewHostRow = Omit<HostRow, 'view'>;
export type InstallTokenRow = InstallTokensTable;
export type GroupRow = GroupsTable;
export type TagRow = TagsTable;
export type AgentSettingsRow = AgentSettingsTable;
export type RestartSettingsRow = RestartSettingsTable;
