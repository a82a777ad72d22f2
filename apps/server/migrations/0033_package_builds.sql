set local role patchkeep_owner;

-- How far the packager has come with each package that is wanted, as it told the last time it was asked. The same for
-- everybody, and names no tenant.
create table package_builds (
  build_id text primary key,
  channel_tag text not null references channels,
  version text not null,
  -- Architecture, scope and kind of the installer; null when no package can be made.
  variant text,
  state text not null,
  percent integer,
  holds jsonb not null,
  evidence jsonb,
  since timestamptz not null,
  retry_at timestamptz,
  statement_hash bytea
);
create index package_builds_by_version on package_builds (channel_tag, version);
grant select on package_builds to patchkeep_api, patchkeep_worker;
grant insert, update, delete on package_builds to patchkeep_worker;

-- Judgements about a package that the operator has lifted, and why.
create table package_lifts (
  build_id text not null,
  hold text not null,
  reason text not null,
  lifted_at timestamptz not null,
  primary key (build_id, hold)
);
grant select on package_lifts to patchkeep_api, patchkeep_worker;
grant insert, update, delete on package_lifts to patchkeep_worker;

-- One row: when the packager answered last, and since when it does not.
create table packager_contact (
  only_row boolean primary key default true check (only_row),
  answered_at timestamptz,
  silent_since timestamptz
);
grant select on packager_contact to patchkeep_api, patchkeep_worker;
grant insert, update, delete on packager_contact to patchkeep_worker;

reset role;
