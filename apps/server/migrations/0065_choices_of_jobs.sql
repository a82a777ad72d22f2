set local role patchkeep_owner;

-- What an action of a job is about beyond its application: for whom, what the installer is told, or custom software.
-- kind: 1 install, 2 remove, 7 custom, as orders number their kinds; 6 is a package of the distribution.
-- Custom software; its channel_tag is empty.
alter table goal_actions add column config_id uuid;
-- For all users of a host; otherwise for one user, or each.
alter table goal_actions add column is_system_based boolean not null default true;
-- Of the users, only the one who signed in last.
alter table goal_actions add column is_main_user boolean not null default false;
-- What the installer is told; null: nothing. And the config that it was chosen for.
alter table goal_actions add column choices jsonb;
alter table goal_actions add column choices_tag text;
alter table goal_actions add column choices_tag_seq integer;
alter table goal_actions add column serial_number integer not null default 1;

-- What a site tells the installer of an application, and whether a job shall install or remove it: what a new job begins
-- with.
create table deployment_choices (
  customer_id uuid not null,
  site_id uuid not null,
  channel_tag text not null,
  choices_id uuid not null,
  choices jsonb not null,
  -- The config that they were chosen for.
  config_tag text not null,
  config_tag_seq integer not null,
  serial_number integer not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (customer_id, site_id, channel_tag)
);
select app.protect('deployment_choices', 'site');

grant select, insert, update, delete on deployment_choices to patchkeep_api, patchkeep_worker;

reset role;
