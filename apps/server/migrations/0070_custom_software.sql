set local role patchkeep_owner;

-- Software that a site brings itself, as its people edit it.
create table custom_configs (
  customer_id uuid not null,
  site_id uuid not null,
  config_id uuid not null,
  title text not null,
  spec jsonb not null,
  serial_number integer not null,
  -- Of the last statement that was made about it; 0 before the first.
  release integer not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (customer_id, config_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('custom_configs', 'site');
create index custom_configs_of_site on custom_configs (customer_id, site_id);

-- A release of it as approvers sign it. Hosts get the envelope, which is there once enough have signed.
create table custom_packages (
  customer_id uuid not null,
  site_id uuid not null,
  config_id uuid not null,
  release integer not null,
  -- Of the title and the spec that it was made of.
  spec_tag text not null,
  statement_hash bytea not null,
  statement text not null,
  -- Of the site's approvers, those that this was made for.
  approvers_version integer not null,
  approvals jsonb not null,
  needed_count smallint not null,
  envelope text,
  expires_at timestamptz not null,
  made_at timestamptz not null,
  primary key (customer_id, config_id, release),
  foreign key (customer_id, config_id) references custom_configs on delete cascade
);
select app.protect('custom_packages', 'site');
create unique index custom_packages_by_hash on custom_packages (customer_id, statement_hash);

-- Who vouches for the custom software of a site, one statement after the other. Without an envelope it waits for the
-- signatures of those before.
create table approver_statements (
  customer_id uuid not null,
  site_id uuid not null,
  version integer not null,
  statement text not null,
  statement_hash bytea not null,
  approvals jsonb not null,
  envelope text,
  starts_at timestamptz not null,
  made_by uuid not null,
  made_at timestamptz not null,
  primary key (customer_id, site_id, version),
  foreign key (customer_id, site_id) references sites
);
select app.protect('approver_statements', 'site');

grant select, insert, update, delete on custom_configs, custom_packages, approver_statements to patchkeep_api, patchkeep_worker;

-- Work with custom software names a row of custom_packages by this hash.
alter table tasks drop constraint tasks_statement_hash_fkey;
-- Custom software is installed, or removed.
alter table goal_actions add column is_removal boolean not null default false;
-- Of the statement about approvers that the host believes, as it says; null where its agent is too old to say.
alter table hosts add column approvers_version integer;

reset role;
