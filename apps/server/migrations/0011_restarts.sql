set local role patchkeep_owner;

-- What the people at a host are shown. Null on tags that restart nothing; on a restart tag, what the site says.
alter table tags add column restart_title text;
alter table tags add column restart_message text;
alter table tags add column delay_seconds integer;

-- What new restart tags begin with, and what holds where a restart tag is gone.
create table restart_settings (
  customer_id uuid not null,
  site_id uuid not null,
  title text not null,
  message text not null,
  delay_seconds integer not null,
  snooze_seconds integer not null,
  seconds_until_force integer not null,
  minimum_agent_version text not null,
  revision integer not null,
  primary key (customer_id, site_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('restart_settings', 'site');
grant select, insert, update, delete on restart_settings to patchkeep_api, patchkeep_worker;

alter table hosts add column restart_requested_by uuid;
alter table hosts add column restart_shown_at timestamptz;
-- Restarts that are still to come, by when they are due: the planner looks every minute. No released install has rows.
-- squawk-ignore require-concurrent-index-creation
create index hosts_restarts on hosts (customer_id, site_id, reboot_deadline) where last_boot_at <= last_boot_request_at;

reset role;
