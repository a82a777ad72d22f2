set local role patchkeep_owner;

-- The files a host may fetch, by what they hold. A row comes with the work that needs the file and goes with it.
create table host_files (
  customer_id uuid not null,
  site_id uuid not null,
  host_id uuid not null,
  sha256 bytea not null,
  assigned_at timestamptz not null,
  primary key (customer_id, host_id, sha256),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, host_id) references hosts
);
select app.protect('host_files', 'site');

grant select, insert, delete on host_files to patchkeep_api, patchkeep_worker;

reset role;
