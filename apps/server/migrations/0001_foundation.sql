-- Roles. The owner holds the tables and never logs in; the api and the worker read and write rows, nothing more;
-- the queue role owns graphile-worker's schema and sees no tenant table.
do $$
declare
  role text;
begin
  foreach role in array array['patchkeep_owner', 'patchkeep_api', 'patchkeep_worker', 'patchkeep_queue'] loop
    if not exists (select from pg_roles where rolname = role) then
      execute format('create role %I nosuperuser nocreatedb nocreaterole nobypassrls noinherit', role);
    end if;
  end loop;
  alter role patchkeep_api login;
  alter role patchkeep_worker login;
  alter role patchkeep_queue login;
  alter role patchkeep_api set statement_timeout = '5s';
  alter role patchkeep_worker set statement_timeout = '30s';
  alter role patchkeep_api set lock_timeout = '2s';
  -- Every statement of the api is prepared and goes by an index that its keys name: planning a list anew each time
  -- took longer than reading it.
  alter role patchkeep_api set plan_cache_mode = 'force_generic_plan';
  execute format('grant create on database %I to patchkeep_owner, patchkeep_queue', current_database());
end
$$;

revoke create on schema public from public;
grant usage, create on schema public to patchkeep_owner;
grant usage on schema public to patchkeep_api, patchkeep_worker;

set local role patchkeep_owner;

create schema app;
grant usage on schema app to patchkeep_api, patchkeep_worker;

-- The only door into a tenant. SET LOCAL by EXECUTE survives distribution where set_config does not; a second,
-- different customer in one transaction is refused, because a re-entered savepoint can show the wrong rows.
create function app.enter(customer uuid, sites uuid[], actor uuid) returns void
language plpgsql
as $$
declare
  held text := nullif(current_setting('app.customer', true), '');
begin
  if customer is null then
    raise exception 'no customer to enter' using errcode = '22004';
  end if;
  if held is not null and held <> customer::text then
    raise exception 'this transaction already entered another customer' using errcode = '42501';
  end if;
  execute format('set local app.customer = %L', customer);
  execute format('set local app.sites = %L', coalesce(sites, '{}'));
  execute format('set local app.actor = %L', coalesce(actor::text, ''));
end
$$;

-- Puts a table behind row-level security, forced, with the customer's or the site's policy. Every tenant table and
-- every new partition goes through here in the step that creates it.
create function app.protect(target regclass, reach text) returns void
language plpgsql
as $$
declare
  customer_rule text := 'customer_id = nullif(current_setting(''app.customer'', true), '''')::uuid';
  site_rule text := 'site_id = any (coalesce(nullif(current_setting(''app.sites'', true), ''''), ''{}'')::uuid[])';
  rule text;
begin
  rule := case reach
    when 'customer' then customer_rule
    when 'site' then customer_rule || ' and ' || site_rule
  end;
  if rule is null then
    raise exception 'reach is customer or site, not %', reach;
  end if;
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s using (%s) with check (%s)', target, rule, rule);
end
$$;

-- Global: no tenant data, only where a customer is and which user a hashed login name belongs to.
create table customer_directory (
  customer_id uuid primary key,
  created_at timestamptz not null
);

create table login_directory (
  username_hash bytea primary key,
  customer_id uuid not null references customer_directory,
  user_id uuid not null
);

-- Leaky buckets of login attempts, keyed by a hash of account or network. Losing them in a crash is fine.
create unlogged table login_throttle (
  bucket_hash bytea primary key,
  level double precision not null,
  updated_at timestamptz not null
);

create table customers (
  customer_id uuid primary key,
  name text not null,
  dormancy_days integer not null,
  host_license_count integer not null,
  is_custom_software_enabled boolean not null,
  is_software_deployment_enabled boolean not null,
  is_trial_mode_enabled boolean not null,
  allow_custom_software_ui boolean not null,
  is_site_redirect boolean not null,
  serial_number integer not null,
  created_at timestamptz not null
);
select app.protect('customers', 'customer');

create table sites (
  customer_id uuid not null references customers,
  site_id uuid not null,
  name text not null,
  is_detection_module_enabled boolean not null,
  is_patching_enabled boolean not null,
  is_patch_pro_module_enabled boolean not null,
  serial_number integer not null,
  created_at timestamptz not null,
  primary key (customer_id, site_id)
);
select app.protect('sites', 'customer');
create unique index sites_name on sites (customer_id, lower(name));

create table users (
  customer_id uuid not null references customers,
  user_id uuid not null,
  username text not null,
  long_name text not null,
  is_system_admin boolean not null,
  is_sso_login_only boolean not null,
  default_site_id uuid,
  password_salt bytea,
  password_digest bytea,
  password_version smallint,
  serial_number integer not null,
  created_at timestamptz not null,
  primary key (customer_id, user_id),
  foreign key (customer_id, default_site_id) references sites
);
select app.protect('users', 'customer');
create unique index users_username on users (customer_id, username);

create table site_members (
  customer_id uuid not null,
  site_id uuid not null,
  user_id uuid not null,
  permissions integer not null,
  primary key (customer_id, user_id, site_id),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, user_id) references users
);
select app.protect('site_members', 'customer');
create index site_members_by_site on site_members (customer_id, site_id);

create table sessions (
  customer_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  sid_hash bytea not null,
  site_id uuid,
  created_at timestamptz not null,
  active_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (customer_id, session_id),
  foreign key (customer_id, user_id) references users,
  foreign key (customer_id, site_id) references sites
);
select app.protect('sessions', 'customer');
create unique index sessions_sid on sessions (customer_id, sid_hash);
create index sessions_by_user on sessions (customer_id, user_id);
create index sessions_by_expiry on sessions (customer_id, expires_at);

-- A tab of a session: which site it shows. A write from a tab whose site is no longer the session's is refused.
create table session_instances (
  customer_id uuid not null,
  session_id uuid not null,
  instance_id uuid not null,
  site_id uuid,
  seen_at timestamptz not null,
  primary key (customer_id, session_id, instance_id),
  foreign key (customer_id, session_id) references sessions on delete cascade,
  foreign key (customer_id, site_id) references sites
);
select app.protect('session_instances', 'customer');

-- Errors users were shown, as their console reported them.
create table error_reports (
  customer_id uuid not null references customers,
  report_id uuid not null,
  user_id uuid not null,
  instance_id uuid not null,
  title text not null,
  description text not null,
  raw_exception text,
  created_at timestamptz not null,
  primary key (customer_id, report_id)
);
select app.protect('error_reports', 'customer');

-- The append-only activity log: one chain per site and one per customer (chain_id = customer_id) for system acts.
create table audit_heads (
  customer_id uuid not null references customers,
  chain_id uuid not null,
  seq bigint not null,
  hash bytea not null,
  primary key (customer_id, chain_id)
);
select app.protect('audit_heads', 'customer');

create table audit_entries (
  customer_id uuid not null references customers,
  chain_id uuid not null,
  seq bigint not null,
  at timestamptz not null,
  actor_id uuid,
  credential_id uuid,
  instance_id uuid,
  request_id text not null,
  ip text not null,
  verb text not null,
  object_kind text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (customer_id, chain_id, seq)
);
select app.protect('audit_entries', 'customer');

grant select, insert, update, delete on
  login_directory, login_throttle, sites, users, site_members, sessions, session_instances
  to patchkeep_api, patchkeep_worker;
grant select, insert, update on customers to patchkeep_api, patchkeep_worker;
grant select, insert on customer_directory, audit_entries to patchkeep_api, patchkeep_worker;
grant select, insert, update on audit_heads to patchkeep_api, patchkeep_worker;
grant select, insert, delete on error_reports to patchkeep_api, patchkeep_worker;

reset role;

grant select on public.migrations to patchkeep_api, patchkeep_worker;
