set local role patchkeep_owner;

-- The catalogue is global, one copy for all customers: the worker writes it, the api reads it.

-- How fresh each feed is, and how many records it gave. An import that did not end leaves `is_importing` behind.
create table feeds (
  feed text primary key,
  revision integer not null,
  records integer not null,
  rejected integer not null,
  checked_at timestamptz,
  changed_at timestamptz,
  failure text,
  failed_at timestamptz,
  is_importing boolean not null
);

-- What was last had from each address, so that the same file is neither sent nor read again.
create table feed_files (
  feed text not null references feeds,
  address text not null,
  etag text,
  last_modified text,
  file_hash bytea not null,
  bytes bigint not null,
  fetched_at timestamptz not null,
  records integer not null,
  -- The file's words are in the catalogue.
  imported_at timestamptz,
  primary key (feed, address)
);

create table feed_rejections (
  feed text not null references feeds,
  address text not null,
  record text not null,
  reason text not null,
  primary key (feed, address, record, reason)
);

-- What one feed says of one CVE, as the matcher reads it. `product_keys` finds the advisories of a channel.
create table advisories (
  feed text not null references feeds,
  cve_id text not null,
  content_hash bytea not null,
  revision integer not null,
  product_keys text[] not null,
  statement jsonb not null,
  primary key (feed, cve_id)
);
create index advisories_by_cve on advisories (cve_id);
create index advisories_by_product on advisories using gin (product_keys);

create table known_exploited (
  cve_id text primary key,
  added_on date not null,
  due_on date,
  is_ransomware boolean not null,
  vendor text not null,
  product text not null,
  title text not null,
  action text not null
);

-- What all feeds together say of a CVE. Numbered, because a version carries its CVEs as an array.
create table cves (
  cve_no integer generated always as identity primary key,
  cve_id text not null,
  content_hash bytea not null,
  title text not null,
  description text not null,
  published_on date,
  modified_at timestamptz,
  cvss_version text,
  cvss_vector text,
  cvss_score real,
  cvss_source text,
  cvss_all jsonb not null,
  exploited_on date,
  exploited_due date,
  is_ransomware boolean not null,
  is_rejected boolean not null,
  is_disputed boolean not null,
  reference_urls text[] not null,
  feeds text[] not null
);
create unique index cves_id on cves (cve_id);

-- Apart from cves: a day's file changes most of the scores, and their rows are narrow.
create table epss_scores (
  cve_no integer primary key references cves,
  epss real not null,
  percentile real not null
);

create table channels (
  channel_tag text primary key,
  name text not null,
  vendor text not null,
  scheme text not null,
  winget_ids text[] not null,
  -- vendor:product
  cpes text[] not null,
  endoflife_slug text,
  homepage text not null,
  description text not null,
  is_driver boolean not null,
  is_suite_member boolean not null,
  is_hidden boolean not null,
  -- Ships with the product; otherwise it came with a feed.
  is_starter boolean not null,
  -- How raw inventory entries are recognised, and whatever else the matcher knows of the channel.
  rules jsonb not null,
  content_hash bytea not null
);

-- What the advisories say of a channel, ready to be laid over its versions. Made anew when one of them changes.
create table channel_rules (
  channel_tag text primary key references channels,
  rules text not null
);

-- One version of one winget package, as a manifest describes it.
create table manifests (
  package_id text not null,
  version text not null,
  channel_tag text not null references channels,
  content_hash bytea not null,
  released_on date,
  display_versions text[] not null,
  primary key (package_id, version)
);
create index manifests_by_channel on manifests (channel_tag);

create table packages (
  package_id text not null,
  version text not null,
  installer_no smallint not null,
  architecture text not null,
  scope text,
  kind text not null,
  locale text,
  url text not null,
  sha256 bytea not null,
  switches jsonb not null,
  upgrade_behavior text,
  product_codes text[] not null,
  display_names text[] not null,
  publishers text[] not null,
  -- Nested installers, dependencies, minimum system, exit codes.
  details jsonb not null,
  primary key (package_id, version, installer_no),
  foreign key (package_id, version) references manifests on delete cascade
);
create index packages_by_product_code on packages using gin (product_codes);

-- Every version of a channel anyone told of, newest feed first to say so wins on dates.
create table channel_versions (
  channel_tag text not null references channels,
  version text not null,
  display_versions text[] not null,
  released_on date,
  primary key (channel_tag, version)
);

create table eol_products (
  slug text primary key,
  title text not null,
  content_hash bytea not null
);

create table eol_cycles (
  slug text not null references eol_products on delete cascade,
  cycle text not null,
  released_on date,
  -- The day support ends or ended; `is_ended` answers for cycles whose day nobody knows.
  ends_on date,
  is_ended boolean not null,
  extended_until date,
  latest text,
  latest_on date,
  is_lts boolean not null,
  primary key (slug, cycle)
);

create table windows_products (
  product_no integer generated always as identity primary key,
  name text not null
);
create unique index windows_products_name on windows_products (name);

create table windows_updates (
  kb integer primary key,
  title text not null,
  classification text not null,
  severity text not null,
  released_on date,
  is_restart_required boolean
);

create table windows_update_supersedes (
  kb integer not null references windows_updates,
  superseded_kb integer not null,
  primary key (kb, superseded_kb)
);
create index windows_update_superseded_by on windows_update_supersedes (superseded_kb, kb);

-- Which CVE concerns which Microsoft product; `remedy` is what is offered where it is no numbered update.
create table windows_product_cves (
  product_no integer not null references windows_products,
  cve_no integer not null references cves,
  severity text not null,
  impact text not null,
  is_exploited boolean not null,
  remedy text not null,
  primary key (product_no, cve_no)
);
create index windows_product_cves_by_cve on windows_product_cves (cve_no);

-- Which update repairs it there, and the build that has it.
create table windows_update_cves (
  kb integer not null references windows_updates,
  product_no integer not null references windows_products,
  cve_no integer not null references cves,
  fixed_build text not null,
  primary key (kb, product_no, cve_no)
);
create index windows_update_cves_by_cve on windows_update_cves (cve_no);
create index windows_update_cves_by_product on windows_update_cves (product_no, kb);

-- A product as users know it: a channel, or software nobody knows yet, told apart by its name and publisher.
create table applications (
  application_id integer generated always as identity primary key,
  -- 'channel:…' or 'name:…', made by one function.
  identity_key text not null,
  channel_tag text references channels,
  name text not null,
  sort_name text not null collate "C",
  publisher text not null
);
create unique index applications_identity on applications (identity_key);
create unique index applications_channel on applications (channel_tag);
create index applications_by_name on applications (sort_name, application_id);

-- One seen with the version: hints for recognising it, not part of what tells versions apart.
alter table software_versions
  add column product_code text not null default '',
  add column file_version text not null default '',
  add column source text not null default '';

-- What the catalogue says of each version anyone has installed. Per version, never per host.
create table version_verdicts (
  version_id integer primary key references software_versions,
  application_id integer not null references applications,
  -- productCode, name, name+publisher, none
  identified_by text not null,
  -- The version in the channel's own scheme, when it could be read.
  channel_version text,
  -- 0 Ok, 1 EoL, 2 Insecure, 3 0-Day
  status smallint not null,
  is_exploited boolean not null,
  cve_nos integer[] not null,
  -- Those of them without a fixed version to offer.
  zero_day_nos integer[] not null,
  eol_on date,
  fixed_version text,
  recommended_version text,
  highest_cvss real,
  highest_epss real,
  revision integer not null,
  -- Of all the above but the revision: most versions are judged a second time to the same end.
  content_hash bytea not null default ''
);
create index version_verdicts_by_application on version_verdicts (application_id, version_id);
create index version_verdicts_by_cve on version_verdicts using gin (cve_nos);
create index version_verdicts_by_eol on version_verdicts (eol_on) where eol_on is not null;

-- One row: goes up with every change of verdicts.
create table catalog_revision (
  only_row boolean primary key default true check (only_row),
  revision integer not null
);
insert into catalog_revision (revision) values (0);

grant select on
  feeds, feed_files, feed_rejections, advisories, known_exploited, cves, epss_scores, channels, channel_rules, manifests, packages,
  channel_versions, eol_products, eol_cycles, windows_products, windows_updates, windows_update_supersedes,
  windows_product_cves, windows_update_cves, applications, version_verdicts, catalog_revision
  to patchkeep_api, patchkeep_worker;
grant insert, update, delete on
  feeds, feed_files, feed_rejections, advisories, known_exploited, cves, epss_scores, channels, channel_rules, manifests, packages,
  channel_versions, eol_products, eol_cycles, windows_products, windows_updates, windows_update_supersedes,
  windows_product_cves, windows_update_cves, applications, version_verdicts
  to patchkeep_worker;
grant update on catalog_revision to patchkeep_worker;

reset role;
