set local role patchkeep_owner;

-- How fast and how long a site's hosts are given work. A site without a row has the defaults.
create table patching_settings (
  customer_id uuid not null,
  site_id uuid not null,
  release_budget integer not null,
  task_life_days integer not null,
  revision integer not null,
  primary key (customer_id, site_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('patching_settings', 'site');

-- What the last plan of a site saw: as long as it sees the same, there is nothing to plan.
create table plan_states (
  customer_id uuid not null,
  site_id uuid not null,
  seen text not null,
  -- Nothing was left over for want of budget.
  is_complete boolean not null,
  planned_at timestamptz not null,
  primary key (customer_id, site_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('plan_states', 'site');

-- Deployment jobs: software that is installed or removed because somebody said so.
create table goals (
  customer_id uuid not null,
  site_id uuid not null,
  goal_id uuid not null,
  title text not null,
  comment text not null,
  -- 1 install, 2 remove, as tasks number their kinds
  action smallint not null,
  channel_tag text not null,
  -- Null: the newest there is a package of when a task is written.
  version text,
  -- The targets as they were when the job was made, packed: fifty thousand in one row of some ten kilobytes.
  host_nos bytea not null,
  host_count integer not null,
  -- So many of them have their task, or were found to need none.
  written_count integer not null,
  task_count integer not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (customer_id, goal_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('goals', 'site');
create index goals_by_time on goals (customer_id, site_id, created_at, goal_id);

-- Restarts asked of, or taken back from, more hosts than one transaction may lock. A row lives until all are told.
create table restart_requests (
  customer_id uuid not null,
  site_id uuid not null,
  request_id uuid not null,
  restart_tag_id uuid not null,
  asked_at timestamptz not null,
  deadline timestamptz not null,
  asked_by uuid not null,
  host_nos bytea not null,
  done_count integer not null,
  primary key (customer_id, request_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('restart_requests', 'site');

grant select, insert, update, delete on patching_settings, plan_states, goals, restart_requests
  to patchkeep_api, patchkeep_worker;

-- The job a task is of; null for what approvals decide.
alter table tasks add column goal_id uuid;

-- No released install has tasks yet: nobody waits for these.
-- squawk-ignore require-concurrent-index-creation
create index tasks_by_goal on tasks (customer_id, goal_id, host_id) where goal_id is not null;
-- The last piece of work for each host of an application.
-- squawk-ignore require-concurrent-index-creation
create index tasks_by_channel on tasks (customer_id, site_id, channel_tag, kind, host_id, created_at);
-- What waits too long is looked for every minute.
-- squawk-ignore require-concurrent-index-creation
create index tasks_waiting on tasks (customer_id, site_id, created_at) where state in (0, 1);

reset role;
