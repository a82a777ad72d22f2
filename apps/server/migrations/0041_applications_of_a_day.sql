set local role patchkeep_owner;

-- What the count of an application in a scope was until a day began, whenever it became another on that day. The list of
-- a day is the list of now with the oldest of these rows since the end of that day put in, so that old months can go
-- without harm to newer days. No installation: it was not there. Without the EPSS score, which moves daily.
create table application_changes (
  customer_id uuid not null,
  site_id uuid not null,
  scope_id uuid not null,
  application_id integer not null,
  until timestamptz not null,
  ok integer not null,
  eol integer not null,
  insecure integer not null,
  zeroday integer not null,
  ignored integer not null,
  exploited integer not null,
  fixable integer not null,
  installations integer not null,
  versions integer not null,
  primary key (customer_id, scope_id, application_id, until)
) partition by range (until);
select app.protect('application_changes', 'site');
-- The list of a recent day asks for the few rows since then, whatever their application.
-- squawk-ignore require-concurrent-index-creation
create index application_changes_since on application_changes (customer_id, scope_id, until);
select app.add_months('application_changes', 'site', date '2026-10-01',
  (extract(year from age(now(), date '2026-10-01')) * 12 + extract(month from age(now(), date '2026-10-01')))::int + 14);

-- From when on the changes above are complete: of the end of no earlier day is a list known.
alter table count_states add column lists_since timestamptz not null default now();
alter table count_states alter column lists_since drop default;

-- The issues of a site that were open on a day, the oldest first.
-- squawk-ignore require-concurrent-index-creation
create index issue_history_opened on issue_history (customer_id, site_id, opened_at, cve_no);

-- The hosts of a day are all that were enrolled by then, wherever they stand now, by name.
-- squawk-ignore require-concurrent-index-creation
create index hosts_by_name_anywhere on hosts (customer_id, site_id, sort_name, host_id);

-- As before, with the new table, which is kept as long as what hosts had.
create or replace function app.keep_months(now timestamptz, months_kept integer, host_months_kept integer) returns void
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
      ('inventory_changes', 'customer', host_months_kept),
      ('application_changes', 'site', host_months_kept)) as t (name, reach, months)
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

grant select on application_changes to patchkeep_api;
grant select, insert, delete on application_changes to patchkeep_worker;

reset role;
