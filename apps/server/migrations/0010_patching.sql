set local role patchkeep_owner;

-- Packages as those who keep the catalogue vouch for them, word for word as they were signed. The same for everybody.
create table package_statements (
  statement_hash bytea primary key,
  channel_tag text not null references channels,
  version text not null,
  release bigint not null,
  kind text not null,
  scope text not null,
  sha256 bytea not null,
  bytes bigint not null,
  expires_at timestamptz not null,
  envelope text not null
);
create index package_statements_by_version on package_statements (channel_tag, version);
grant select on package_statements to patchkeep_api, patchkeep_worker;
grant insert, update, delete on package_statements to patchkeep_worker;

-- What hosts are told to do, one row for each piece of work from the decision to its proof.
create table tasks (
  customer_id uuid not null,
  site_id uuid not null,
  task_id uuid not null,
  host_id uuid not null,
  -- 0 upgrade, 1 install, 2 remove, 3 Windows update, 4 restart, 5 inspect
  kind smallint not null,
  channel_tag text not null,
  from_version text not null,
  to_version text not null,
  statement_hash bytea references package_statements,
  -- What the order is told besides: the notice of a restart.
  options jsonb not null,
  -- 0 pending, 1 lent to the host, 2 done but not proven, 3 proven, 4 failed, 5 superseded, 6 its end is unknown
  state smallint not null,
  attempt integer not null,
  -- Counts on each time it is lent; what an earlier borrower says no longer counts.
  epoch integer not null,
  ready_at timestamptz not null,
  lent_until timestamptz,
  -- How often the installer said it succeeded and no inventory showed it.
  futile integer not null,
  -- An inventory has come since the host said it was done.
  has_inventory boolean not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  result text not null,
  pkg_result text,
  exit_code integer,
  cause text not null,
  is_disk_full boolean not null,
  primary key (customer_id, task_id),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, host_id) references hosts
) with (fillfactor = 80);
select app.protect('tasks', 'site');
-- One piece of open work for one thing on one host: planning twice plans once.
create unique index tasks_open on tasks (customer_id, host_id, kind, channel_tag) where state in (0, 1, 2, 6);
create index tasks_by_time on tasks (customer_id, site_id, changed_at, task_id);
create index tasks_unproven on tasks (customer_id, host_id) where state in (2, 6);
grant select, insert, update, delete on tasks to patchkeep_api, patchkeep_worker;

-- There is work for the host: its next check-in is told so.
alter table hosts add column has_work boolean not null default false;

reset role;
