set local role patchkeep_owner;

-- A file that a site brought along: an installer or transform for its updates. The content lies in the file store under
-- its hash; the same content uploaded twice is two resources with one file.
create table site_resources (
  customer_id uuid not null,
  site_id uuid not null,
  resource_id uuid not null,
  sha256 bytea not null,
  filename text not null,
  size bigint not null,
  created_by uuid not null,
  created_at timestamptz not null,
  primary key (customer_id, resource_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('site_resources', 'site');
create index site_resources_by_site on site_resources (customer_id, site_id);

grant select, insert, delete on site_resources to patchkeep_api, patchkeep_worker;

reset role;
