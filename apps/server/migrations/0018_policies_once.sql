set local role patchkeep_owner;

-- The settings are read in sub-selects, so once per statement: read by the row, the list of sites was parsed for every
-- row, which for a customer of two hundred sites took longer than everything else together. A sub-select here may name
-- no table; the catalogue test looks.
create or replace function app.protect(target regclass, reach text) returns void
language plpgsql
as $$
declare
  customer_rule text := 'customer_id = (select nullif(current_setting(''app.customer'', true), '''')::uuid)';
  site_rule text :=
    'site_id = any ((select coalesce(nullif(current_setting(''app.sites'', true), ''''), ''{}'')::uuid[])::uuid[])';
  rule text;
begin
  rule := case reach
    when 'customer' then customer_rule
    when 'site' then customer_rule || ' and ' || site_rule
    when 'either' then customer_rule || ' and (site_id is null or ' || site_rule || ')'
  end;
  if rule is null then
    raise exception 'reach is customer, site or either, not %', reach;
  end if;
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s using (%s) with check (%s)', target, rule, rule);
end
$$;

-- Every policy there is, made again with the reach it has. Whoever runs a statement meanwhile waits or is done before.
do $$
declare
  held record;
begin
  for held in
    select
      polrelid::regclass as target,
      case
        when rule like '%site_id IS NULL%' then 'either'
        when rule like '%site_id%' then 'site'
        else 'customer'
      end as reach
    from (
      select p.polrelid, pg_get_expr(p.polqual, p.polrelid) as rule
      from pg_policy p
      join pg_class c on c.oid = p.polrelid
      where p.polname = 'tenant' and c.relnamespace = 'public'::regnamespace
    ) as policies
  loop
    execute format('drop policy tenant on %s', held.target);
    perform app.protect(held.target, held.reach);
  end loop;
end
$$;

reset role;
