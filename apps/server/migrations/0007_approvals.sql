set local role patchkeep_owner;

-- A third reach: rows without a site belong to the customer as a whole, all others to their site.
create or replace function app.protect(target regclass, reach text) returns void
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

-- What is decided about a subject at a place. A row is made by the first decision and never deleted but with its
-- group or tag: taking a decision back leaves `inherit` with a serial number counted on, so that nobody who saw an
-- older one can save over it.
create table approvals (
  customer_id uuid not null references customers,
  approval_id uuid not null,
  -- Null for the system: the customer as a whole.
  site_id uuid,
  group_id uuid,
  tag_id uuid,
  -- 0 system, 1 site, 2 group, 3 tag
  level smallint not null generated always as (
    case when group_id is not null then 2 when tag_id is not null then 3 when site_id is not null then 1 else 0 end
  ) stored,
  scope_id uuid not null generated always as (coalesce(group_id, tag_id, site_id, customer_id)) stored,
  -- 0 application, 1 Windows update
  kind smallint not null,
  -- A channel's tag, `kb:5034441` or `class:security updates`.
  subject text not null,
  -- 0 inherit, 1 blocked, 2 manual, 3 auto
  mode smallint not null,
  version text,
  options jsonb not null,
  customization jsonb,
  is_customization_enabled boolean not null,
  serial_number integer not null,
  -- When it was last decided; approving a classification approves the updates it had then.
  decided_at timestamptz not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  -- The set its value came from: taking a set back restores this too. Null when that was before anything was decided.
  change_set_id uuid,
  primary key (customer_id, approval_id),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, site_id, group_id) references groups on delete cascade,
  foreign key (customer_id, site_id, tag_id) references tags on delete cascade,
  check (group_id is null or tag_id is null),
  check (site_id is not null or (group_id is null and tag_id is null))
);
select app.protect('approvals', 'either');
create unique index approvals_subject on approvals (customer_id, scope_id, kind, subject);
create index approvals_by_site on approvals (customer_id, site_id);
create index approvals_by_group on approvals (customer_id, site_id, group_id) where group_id is not null;
create index approvals_by_tag on approvals (customer_id, site_id, tag_id) where tag_id is not null;

-- Counted on with every change of decisions, in its transaction: what was worked out from them holds as long as it
-- stays the same. The row is also the lock that changes of one customer wait at.
create table approval_revisions (
  customer_id uuid primary key references customers,
  revision integer not null
);
select app.protect('approval_revisions', 'customer');

-- Decisions that are moved together: asked for, perhaps confirmed by a second person, and taken back as one.
create table change_sets (
  customer_id uuid not null references customers,
  change_set_id uuid not null,
  site_id uuid,
  -- 0 applied, 1 awaiting, 2 refused, 3 undone; one that nobody confirmed in time is told by `expires_at`
  state smallint not null,
  -- 0 approve, 1 automate, 2 disable, 3 block; null for several at once
  type smallint,
  level smallint not null,
  title text not null,
  reason text not null,
  -- Every decision before and after, with its serial numbers.
  moves jsonb not null,
  content_hash bytea not null,
  -- Of the hosts it touches, by number.
  targets_hash bytea not null,
  hosts integer not null,
  requested_by uuid not null,
  requested_session uuid not null,
  requested_at timestamptz not null,
  confirmed_by uuid,
  confirmed_at timestamptz,
  expires_at timestamptz,
  undoes_id uuid,
  primary key (customer_id, change_set_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('change_sets', 'either');
create index change_sets_by_site on change_sets (customer_id, site_id, change_set_id);

-- Whether wide changes need a second person; without a row the system does and sites do not. Turning it off is asked
-- for by one administrator and done by another.
create table approval_settings (
  customer_id uuid not null references customers,
  -- The site, or the customer.
  scope_id uuid not null,
  site_id uuid,
  is_four_eyes_required boolean not null,
  off_asked_by uuid,
  off_asked_session uuid,
  off_asked_at timestamptz,
  serial_number integer not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (customer_id, scope_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('approval_settings', 'either');

-- An administrator's word about one Windows update on one host, which stands before every level.
create table host_update_approvals (
  customer_id uuid not null,
  site_id uuid not null,
  host_id uuid not null,
  kb integer not null,
  is_approved boolean not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  primary key (customer_id, host_id, kb),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, host_id) references hosts on delete cascade
);
select app.protect('host_update_approvals', 'site');

grant select, insert, update on approvals, approval_revisions, change_sets, approval_settings
  to patchkeep_api, patchkeep_worker;
grant select, insert, update, delete on host_update_approvals to patchkeep_api, patchkeep_worker;

reset role;
