set local role patchkeep_owner;

-- Small numbers for hosts, per customer: posting lists and presence are arrays of them.
create table host_numbers (
  customer_id uuid primary key references customers,
  next_host_no integer not null
);
select app.protect('host_numbers', 'customer');

create table agent_settings (
  customer_id uuid not null,
  site_id uuid not null,
  days_of_week smallint not null,
  hour smallint not null,
  minute smallint not null,
  revision integer not null,
  is_acceptance_required boolean not null,
  primary key (customer_id, site_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('agent_settings', 'site');

create table groups (
  customer_id uuid not null,
  site_id uuid not null,
  group_id uuid not null,
  parent_id uuid,
  title text not null,
  serial_number integer not null,
  created_at timestamptz not null,
  primary key (customer_id, site_id, group_id),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, site_id, parent_id) references groups
);
select app.protect('groups', 'site');
create unique index groups_title on groups (customer_id, site_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(title));

create table tags (
  customer_id uuid not null,
  site_id uuid not null,
  tag_id uuid not null,
  kind integer not null,
  name text not null,
  seconds_until_force integer,
  snooze_seconds integer,
  serial_number integer not null,
  created_at timestamptz not null,
  primary key (customer_id, site_id, tag_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('tags', 'site');
create unique index tags_name on tags (customer_id, site_id, kind, lower(name));

-- Enrolment looks a token up by its hash before it knows the site, so the policy is the customer's.
create table install_tokens (
  customer_id uuid not null,
  site_id uuid not null,
  token_id uuid not null,
  secret_hash bytea not null,
  name text not null,
  group_id uuid,
  tag_ids uuid[] not null,
  use_cap integer not null,
  used_count integer not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (customer_id, token_id),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, site_id, group_id) references groups
);
select app.protect('install_tokens', 'customer');
create unique index install_tokens_secret on install_tokens (customer_id, secret_hash);

-- A host and its agent's identity. What changes with every contact is kept apart, in host_presence.
create table hosts (
  customer_id uuid not null,
  site_id uuid not null,
  host_id uuid not null,
  host_no integer not null,
  host_name text not null,
  -- Stored for sorting and prefix search: under row-level security an expression index would not be used.
  sort_name text not null collate "C",
  group_id uuid,
  public_key bytea not null,
  hardware_hash bytea not null,
  os_family smallint not null,
  os_name text not null,
  os_version text not null,
  os_architecture text not null,
  agent_version text not null,
  time_zone text not null,
  users text[] not null,
  free_disk_bytes bigint not null,
  last_boot_at timestamptz not null,
  enrolled_at timestamptz not null,
  -- First match wins when a state is shown: trashed, quarantined, pending, disabled, then by presence.
  trashed_at timestamptz,
  quarantined_at timestamptz,
  pending_since timestamptz,
  disabled_at timestamptz,
  -- Stored when it begins and cleared by the first contact: derived from presence for every row, a page of 100,000
  -- hosts took most of a second.
  dormant_since timestamptz,
  -- The list a host is in (active, disabled, dormant, waiting, trash), so that a page is a range of an index.
  view smallint not null generated always as (
    case
      when trashed_at is not null then 4
      when pending_since is not null then 3
      when disabled_at is not null then 1
      when dormant_since is not null and quarantined_at is null then 2
      else 0
    end
  ) stored,
  restart_tag_id uuid,
  last_boot_request_at timestamptz,
  reboot_deadline timestamptz,
  last_reboot_snooze_at timestamptz,
  inspect_revision integer not null,
  inspected_revision integer not null,
  inventory_hash bytea,
  inventory_at timestamptz,
  primary key (customer_id, host_id),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, site_id, group_id) references groups,
  foreign key (customer_id, site_id, restart_tag_id) references tags
) with (fillfactor = 85); -- Room on the page: an inspection that changes no indexed column then touches no index.
select app.protect('hosts', 'site');
create unique index hosts_no on hosts (customer_id, host_no);
create index hosts_by_name on hosts (customer_id, site_id, view, sort_name, host_id);
create index hosts_by_boot on hosts (customer_id, site_id, view, last_boot_at, host_id);
create index hosts_by_version on hosts (customer_id, site_id, view, agent_version, host_id);
create index hosts_by_os on hosts (customer_id, site_id, view, os_name, host_id);
create index hosts_by_group on hosts (customer_id, site_id, group_id, sort_name, host_id);
create index hosts_by_hardware on hosts (customer_id, hardware_hash);

create table host_tags (
  customer_id uuid not null,
  site_id uuid not null,
  tag_id uuid not null,
  host_id uuid not null,
  primary key (customer_id, site_id, tag_id, host_id),
  foreign key (customer_id, site_id, tag_id) references tags,
  foreign key (customer_id, host_id) references hosts
);
select app.protect('host_tags', 'site');
create index host_tags_by_host on host_tags (customer_id, host_id);

-- When each host was last heard of: an array per 256 hosts, in minutes since 2020, indexed by host_no modulo 256.
-- A check-in costs a few bytes of log this way, and no foreign key or host row is touched by it.
create table host_presence (
  customer_id uuid not null,
  bucket integer not null,
  seen_minutes integer[] not null,
  primary key (customer_id, bucket)
) with (fillfactor = 50);
select app.protect('host_presence', 'customer');

grant select, insert, update, delete on
  host_numbers, agent_settings, groups, tags, install_tokens, hosts, host_tags, host_presence
  to patchkeep_api, patchkeep_worker;

-- The global catalogue: one row per distinct name, publisher and version anyone reported.
create table software_versions (
  version_id integer generated always as identity primary key,
  name text not null,
  publisher text not null,
  version text not null
);
create unique index software_versions_identity on software_versions (md5(name || chr(1) || publisher || chr(1) || version));
grant select, insert on software_versions to patchkeep_api, patchkeep_worker;

-- How copies of software look at a customer, each way once: version, scope, path, codes. A million hosts have the same
-- path for the same version; only what belongs to a user stays with the host.
create table copy_kinds (
  customer_id uuid not null references customers,
  copy_no integer not null,
  facts_hash bytea not null,
  version_id integer not null references software_versions,
  facts jsonb not null,
  primary key (customer_id, copy_no)
);
select app.protect('copy_kinds', 'customer');
create unique index copy_kinds_facts on copy_kinds (customer_id, facts_hash);

create table copy_numbers (
  customer_id uuid primary key references customers,
  next_copy_no integer not null
);
select app.protect('copy_numbers', 'customer');

-- What is installed where. Lists of numbers are packed (platform/db/packed-numbers.ts): sorted, as distances.
create table host_inventories (
  customer_id uuid not null,
  host_no integer not null,
  version_ids bytea not null,
  copy_nos bytea not null,
  user_copies jsonb,
  taken_at timestamptz not null,
  primary key (customer_id, host_no)
);
select app.protect('host_inventories', 'customer');

-- The other direction, "who has version X": packed host numbers, 32,768 hosts to a bucket. No foreign key: versions
-- are never deleted, and checking one for each of a new host's 200 rows cost more than writing them.
create table version_holders (
  customer_id uuid not null,
  version_id integer not null,
  bucket integer not null,
  host_nos bytea not null,
  primary key (customer_id, version_id, bucket)
);
select app.protect('version_holders', 'customer');

grant select, insert, update, delete on copy_kinds, copy_numbers, host_inventories, version_holders to patchkeep_api, patchkeep_worker;

reset role;
