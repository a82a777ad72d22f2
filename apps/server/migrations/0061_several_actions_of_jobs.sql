set local role patchkeep_owner;

-- Jobs have several actions, targets that stay named, a type, and a state that people and the job itself change.
-- What a job did stood in its own row; nobody reads or writes that there any more, and a later release drops it.
-- Servers of before this release read no job of this one.
-- squawk-ignore ban-drop-not-null
alter table goals alter column action drop not null;
-- squawk-ignore ban-drop-not-null
alter table goals alter column channel_tag drop not null;
-- Who joins a target later counts too; otherwise the targets are those of when they were chosen.
alter table goals add column is_ongoing boolean not null default false;
-- Tried until achieved; otherwise once.
alter table goals add column is_multishot boolean not null default false;
alter table goals add column is_enabled boolean not null default true;
alter table goals add column is_completed boolean not null default false;
-- brake or growth; null unless the job holds itself
alter table goals add column paused_cause text;
alter table goals add column priority integer not null default 0;
-- 0 at the next check-in, 1 at the next scheduled inspection
alter table goals add column starts smallint not null default 0;
alter table goals add column serial_number integer not null default 1;
-- Hosts that were named by themselves, packed. `host_nos` is all targets together, as it was.
alter table goals add column named_nos bytea not null default '';
-- Hosts that joined an ongoing job and wait until somebody agrees, packed.
alter table goals add column held_nos bytea not null default '';
-- How many hosts somebody agreed to, and when a second person did; null where none was needed.
alter table goals add column agreed_count integer not null default 0;
alter table goals add column agreed_at timestamptz;
-- When how many hosts joined, of the last 24 hours.
alter table goals add column joins jsonb not null default '[]';
-- The evidence that it fails more often than usual, and how many failures and proofs are counted in it.
alter table goals add column pressure double precision not null default 0;
alter table goals add column failed_count integer not null default 0;
alter table goals add column proven_count integer not null default 0;
-- The host after which a look at all of them goes on, -1 before the first; null when none is under way.
alter table goals add column looked_no integer;
-- When the last look at all of them began, when anybody looked last, and what it saw of the catalogue.
alter table goals add column look_began_at timestamptz;
alter table goals add column looked_at timestamptz;
alter table goals add column seen text not null default '';
update goals set named_nos = host_nos, agreed_count = host_count;

-- What a job does with one application. Nothing is taken out: what was done under it keeps its name.
create table goal_actions (
  customer_id uuid not null,
  site_id uuid not null,
  goal_id uuid not null,
  action_no smallint not null,
  action_id uuid not null,
  -- 1 install, 2 remove, as tasks number their kinds
  kind smallint not null,
  channel_tag text not null,
  -- Null: the newest there is a package of when a task is written.
  version text,
  is_enabled boolean not null,
  priority integer not null,
  -- Of the targets, packed: where it is achieved, where it was given up, and where nothing is to be done.
  achieved_nos bytea not null,
  spent_nos bytea not null,
  idle_nos bytea not null,
  primary key (customer_id, goal_id, action_no),
  foreign key (customer_id, goal_id) references goals on delete cascade
);
select app.protect('goal_actions', 'site');
create index goal_actions_by_channel on goal_actions (customer_id, site_id, channel_tag);
insert into goal_actions
  select customer_id, site_id, goal_id, 1, goal_id, action, channel_tag, version, true, 0, '', '', '' from goals;

-- The groups and tags that a job names.
create table goal_targets (
  customer_id uuid not null,
  site_id uuid not null,
  goal_id uuid not null,
  -- 1 group, 2 tag
  kind smallint not null,
  target_id uuid not null,
  -- Its hosts: as they were when it was chosen, or, where the job is ongoing, as they were last.
  host_nos bytea not null,
  primary key (customer_id, goal_id, kind, target_id),
  foreign key (customer_id, goal_id) references goals on delete cascade
);
select app.protect('goal_targets', 'site');
create index goal_targets_by_target on goal_targets (customer_id, site_id, target_id);

-- The action of the job that a task is of; null for what approvals decide.
alter table tasks add column action_no smallint;
update tasks set action_no = 1 where goal_id is not null;

grant select, insert, update, delete on goal_actions, goal_targets to patchkeep_api, patchkeep_worker;

reset role;
