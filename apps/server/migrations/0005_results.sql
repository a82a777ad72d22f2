set local role patchkeep_owner;

-- "Do not count this here, for this reason, until then." A revoked rule stays, so that revoking can be undone.
create table ignore_rules (
  customer_id uuid not null,
  site_id uuid not null,
  rule_id uuid not null,
  -- 0 site, 1 group, 2 host; scope_id is the id of that
  scope_kind smallint not null,
  scope_id uuid not null,
  application_id integer references applications,
  version_from text,
  version_to text,
  cve_id text,
  reason_kind text not null,
  reason text not null,
  owner_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  renewals integer not null,
  -- Hosts it keeps something uncounted on, as of the last count.
  hits integer,
  serial_number integer not null,
  primary key (customer_id, site_id, rule_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('ignore_rules', 'site');
create index ignore_rules_by_scope on ignore_rules (customer_id, site_id, scope_id);

create table ignore_rule_renewals (
  customer_id uuid not null,
  site_id uuid not null,
  rule_id uuid not null,
  renewal_no integer not null,
  at timestamptz not null,
  renewed_by uuid not null,
  expired_before timestamptz not null,
  expires_at timestamptz not null,
  reason text not null,
  primary key (customer_id, site_id, rule_id, renewal_no),
  foreign key (customer_id, site_id, rule_id) references ignore_rules
);
select app.protect('ignore_rule_renewals', 'site');

-- What a customer knows better than the catalogue about software of one name and publisher.
create table corrections (
  customer_id uuid not null references customers,
  correction_id uuid not null,
  name text not null,
  publisher text not null,
  -- Null: it is not what it was taken for, and nobody knows what it is.
  application_id integer references applications,
  note text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (customer_id, correction_id)
);
select app.protect('corrections', 'customer');
create unique index corrections_software on corrections (customer_id, md5(name || chr(1) || publisher));

-- Corrections are about software of one name and publisher, whatever its version. No released install has rows yet.
-- squawk-ignore require-concurrent-index-creation
create index software_versions_by_name on software_versions (name, publisher);

-- The verdicts a customer's corrections lead to, as version_verdicts has them; the worker keeps them in step.
create table corrected_verdicts (
  customer_id uuid not null,
  version_id integer not null references software_versions,
  correction_id uuid not null,
  application_id integer not null references applications,
  channel_version text,
  status smallint not null,
  cve_nos integer[] not null,
  zero_day_nos integer[] not null,
  eol_on date,
  fixed_version text,
  recommended_version text,
  highest_cvss real,
  highest_epss real,
  primary key (customer_id, version_id),
  foreign key (customer_id, correction_id) references corrections on delete cascade
);
select app.protect('corrected_verdicts', 'customer');

-- Why a customer must be counted anew. Written with the change itself, taken away with the count that saw it.
create table recount_requests (
  customer_id uuid not null,
  request_id uuid not null,
  requested_at timestamptz not null,
  -- Hosts whose inventory changed, packed; null when it is something else.
  host_nos bytea,
  primary key (customer_id, request_id)
);
select app.protect('recount_requests', 'customer');

-- One row per customer: the lock of the count, and its age.
create table count_states (
  customer_id uuid primary key references customers,
  revision integer not null,
  counted_at timestamptz not null,
  catalog_revision integer not null,
  took_ms integer not null,
  -- The same as long as the same hosts count and are in the same groups.
  members_hash bytea
);
select app.protect('count_states', 'customer');

create table host_counts (
  customer_id uuid not null,
  site_id uuid not null,
  host_no integer not null,
  ok integer not null,
  eol integer not null,
  insecure integer not null,
  zeroday integer not null,
  ignored integer not null,
  exploited integer not null,
  primary key (customer_id, host_no)
);
select app.protect('host_counts', 'site');

-- An application in a scope (the site itself, a group with those below it, a tag): its hosts by worst status.
create table application_counts (
  customer_id uuid not null,
  site_id uuid not null,
  scope_id uuid not null,
  application_id integer not null references applications,
  ok integer not null,
  eol integer not null,
  insecure integer not null,
  zeroday integer not null,
  ignored integer not null,
  exploited integer not null,
  fixable integer not null,
  installations integer not null,
  versions integer not null,
  highest_epss real,
  primary key (customer_id, scope_id, application_id)
);
select app.protect('application_counts', 'site');

create table version_counts (
  customer_id uuid not null,
  site_id uuid not null,
  version_id integer not null references software_versions,
  hosts integer not null,
  ignored integer not null,
  primary key (customer_id, site_id, version_id)
);
select app.protect('version_counts', 'site');

-- The newest totals of each scope.
create table scope_counts (
  customer_id uuid not null,
  site_id uuid not null,
  scope_id uuid not null,
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
  primary key (customer_id, scope_id)
);
select app.protect('scope_counts', 'site');

-- The same over time: a row when something changed. It only grows; within a minute the last count stands.
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
);
select app.protect('count_history', 'site');

-- What Windows Update says on a host: numbers of articles, packed, for counting; the offers whole, for its page.
create table host_windows_updates (
  customer_id uuid not null,
  host_no integer not null,
  installed_kbs bytea not null,
  missing_kbs bytea not null,
  pending_kbs bytea not null,
  offers jsonb not null,
  taken_at timestamptz not null,
  primary key (customer_id, host_no)
);
select app.protect('host_windows_updates', 'customer');

-- The hosts of a site an update concerns, those of a newer one already taken off.
create table windows_update_counts (
  customer_id uuid not null,
  site_id uuid not null,
  kb integer not null,
  title text not null,
  classification text not null,
  severity text not null,
  missing_host_nos bytea not null,
  pending_host_nos bytea not null,
  missing integer not null,
  pending integer not null,
  installed integer not null,
  primary key (customer_id, site_id, kb)
);
select app.protect('windows_update_counts', 'site');

grant select, insert, update, delete on
  ignore_rules, ignore_rule_renewals, corrections, corrected_verdicts, recount_requests, count_states, host_counts,
  application_counts, version_counts, scope_counts, host_windows_updates, windows_update_counts
  to patchkeep_api, patchkeep_worker;
grant select on count_history to patchkeep_api;
grant select, insert, update on count_history to patchkeep_worker;

reset role;
