set local role patchkeep_owner;

-- Dashboards of a site, or of the system: then the scope is the customer.
create table dashboards (
  customer_id uuid not null references customers,
  scope_id uuid not null,
  dashboard_id uuid not null,
  name text not null,
  config jsonb not null,
  is_default boolean not null,
  serial_number integer not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (customer_id, scope_id, dashboard_id)
);
select app.protect('dashboards', 'customer');
create unique index dashboards_default on dashboards (customer_id, scope_id) where is_default;

-- How somebody arranged a dashboard for themselves. No foreign key: the built-in dashboard has no row.
create table dashboard_layouts (
  customer_id uuid not null,
  scope_id uuid not null,
  dashboard_id uuid not null,
  user_id uuid not null,
  config jsonb not null,
  changed_at timestamptz not null,
  primary key (customer_id, user_id, scope_id, dashboard_id),
  foreign key (customer_id, user_id) references users
);
select app.protect('dashboard_layouts', 'customer');

-- A key to one dashboard of one site, for a screen on a wall. Looked up before its site is known.
create table dashboard_tokens (
  customer_id uuid not null,
  token_id uuid not null,
  site_id uuid not null,
  dashboard_id uuid not null,
  user_id uuid not null,
  secret_hash bytea not null,
  name text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (customer_id, token_id),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, user_id) references users
);
select app.protect('dashboard_tokens', 'customer');
create index dashboard_tokens_by_site on dashboard_tokens (customer_id, site_id, created_at);

-- Tables in months. Each month goes behind row-level security before anything can reach it; the parent's grants are
-- the only ones there are. Attached, not created in place: attaching does not stop who is writing.
create function app.add_months(target text, reach text, first_month date, months integer) returns void
language plpgsql
as $$
declare
  starts date;
  part text;
begin
  for i in 0 .. months - 1 loop
    starts := (date_trunc('month', first_month) + make_interval(months => i))::date;
    part := format('%s_%s', target, to_char(starts, 'YYYYMM'));
    continue when to_regclass('public.' || part) is not null;
    execute format('create table public.%I (like public.%I including all)', part, target);
    perform app.protect(('public.' || part)::regclass, reach);
    execute format(
      'alter table public.%I attach partition public.%I for values from (%L) to (%L)',
      target, part, starts || ' 00:00:00+00', (starts + interval '1 month')::date || ' 00:00:00+00');
  end loop;
end
$$;

-- The same numbers as before over time, by the hour: a row when something changed, and one at the start of each month.
-- squawk-ignore renaming-table
alter table count_history rename to count_history_whole;
alter table count_history_whole rename constraint count_history_pkey to count_history_whole_pkey;
create table count_history (
  customer_id uuid not null,
  site_id uuid not null,
  scope_id uuid not null,
  at timestamptz not null,
  hosts integer not null,
  applications integer not null,
  versions integer not null,
  installations integer not null,
  ok integer not null,
  eol integer not null,
  insecure integer not null,
  zeroday integer not null,
  ignored integer not null,
  exploited integer not null,
  hosts_ok integer not null,
  hosts_eol integer not null,
  hosts_insecure integer not null,
  hosts_zeroday integer not null,
  hosts_ignored integer not null,
  primary key (customer_id, scope_id, at)
) partition by range (at);
-- What there was is taken along: the last count of each hour. The owner must see the rows of everybody for it.
alter table count_history_whole no force row level security;
select app.add_months('count_history', 'site', months.first, months.count)
from (
  select first, (extract(year from age(now(), first)) * 12 + extract(month from age(now(), first)))::int + 14 as count
  from (select least(date '2026-10-01', min(at)::date) as first from count_history_whole) as oldest
) as months;
insert into count_history
select distinct on (customer_id, scope_id, date_trunc('hour', at, 'UTC'))
  customer_id, site_id, scope_id, date_trunc('hour', at, 'UTC'), hosts, applications, versions, installations, ok, eol,
  insecure, zeroday, ignored, exploited, hosts_ok, hosts_eol, hosts_insecure, hosts_zeroday, hosts_ignored
from count_history_whole
order by customer_id, scope_id, date_trunc('hour', at, 'UTC'), at desc;
-- squawk-ignore ban-drop-table
drop table count_history_whole;
select app.protect('count_history', 'site');

-- Updates that were proven, by the hour.
create table update_history (
  customer_id uuid not null,
  site_id uuid not null,
  at timestamptz not null,
  upgrades integer not null,
  security_upgrades integer not null,
  primary key (customer_id, site_id, at)
) partition by range (at);
select app.protect('update_history', 'site');
select app.add_months('update_history', 'site', date '2026-10-01',
  (extract(year from age(now(), date '2026-10-01')) * 12 + extract(month from age(now(), date '2026-10-01')))::int + 14);

-- What came to a host and what went, version by version, packed. What it had on a day is what it has now with all that
-- came since taken off and all that went put back, so that old months can go without harm to newer days.
create table inventory_changes (
  customer_id uuid not null,
  host_no integer not null,
  at timestamptz not null,
  change_id uuid not null,
  came bytea not null,
  went bytea not null,
  primary key (customer_id, host_no, at, change_id)
) partition by range (at);
select app.protect('inventory_changes', 'customer');
select app.add_months('inventory_changes', 'customer', date '2026-10-01',
  (extract(year from age(now(), date '2026-10-01')) * 12 + extract(month from age(now(), date '2026-10-01')))::int + 14);

-- What the catalogue said of a version until then, whenever its status became another. The same for everybody.
create table verdict_changes (
  version_id integer not null references software_versions,
  until timestamptz not null,
  status smallint not null,
  primary key (version_id, until)
);

-- Since when a site has had a CVE, and until when: open while there is no end.
create table issue_history (
  customer_id uuid not null,
  site_id uuid not null,
  cve_no integer not null references cves,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (customer_id, site_id, cve_no, opened_at)
);
select app.protect('issue_history', 'site');
create unique index issue_history_open on issue_history (customer_id, site_id, cve_no) where closed_at is null;
create index issue_history_closed on issue_history (customer_id, site_id, closed_at);

-- What failed lately is asked for by every dashboard. No released install has tasks yet.
-- squawk-ignore require-concurrent-index-creation
create index tasks_failed on tasks (customer_id, site_id, changed_at) where state = 4;

-- Makes and drops months for the worker, who may not change tables otherwise. Only of these tables, only whole months.
create function app.keep_months(now timestamptz, months_kept integer, host_months_kept integer) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  kept record;
  part record;
  month date := date_trunc('month', now at time zone 'UTC')::date;
begin
  set local lock_timeout = '5s';
  for kept in
    select * from (values
      ('count_history', 'site', months_kept),
      ('update_history', 'site', months_kept),
      ('inventory_changes', 'customer', host_months_kept)) as t (name, reach, months)
  loop
    perform app.add_months(kept.name, kept.reach, month, 13);
    for part in
      select c.relname from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ('public.' || kept.name)::regclass
        and right(c.relname, 6) < to_char(month - make_interval(months => greatest(kept.months, 1)), 'YYYYMM')
    loop
      execute format('drop table public.%I', part.relname);
    end loop;
  end loop;
end
$$;
revoke execute on function app.keep_months(timestamptz, integer, integer) from public;
revoke execute on function app.add_months(text, text, date, integer) from public;
grant execute on function app.keep_months(timestamptz, integer, integer) to patchkeep_worker;

grant select, insert, update, delete on dashboards, dashboard_layouts to patchkeep_api, patchkeep_worker;
grant select, insert, update on dashboard_tokens to patchkeep_api, patchkeep_worker;
grant select on count_history, update_history, issue_history to patchkeep_api;
grant select, insert, update, delete on count_history, update_history, issue_history to patchkeep_worker;
grant select, insert, delete on inventory_changes to patchkeep_api, patchkeep_worker;
grant select on verdict_changes to patchkeep_api, patchkeep_worker;
grant insert, delete on verdict_changes to patchkeep_worker;

reset role;
