set local role patchkeep_owner;

-- A copy gets only a package of its own variant: processor, machine or user, MSI or setup. The lists of who has a
-- version are parted by it; 0 is the machine's copy of which nothing else is known. Lists from before this are all under
-- 0 until their hosts report again, and `has_variants` says which hosts have.
alter table version_holders add column variant smallint not null default 0;
alter table version_holders drop constraint version_holders_pkey;
-- Few rows per version. No released install has hosts to wait for.
-- squawk-ignore constraint-missing-not-valid, adding-serial-primary-key-field
alter table version_holders add primary key (customer_id, version_id, variant, bucket);
alter table host_inventories add column has_variants boolean not null default false;

-- Whose copies are a user's stands in the lists now. Hosts with such copies report again, so that it stands there.
-- squawk-ignore require-concurrent-index-deletion
drop index host_inventories_of_users;
update hosts h set inventory_hash = null
from host_inventories i
where i.customer_id = h.customer_id and i.host_no = h.host_no and i.user_copies is not null;

-- Which variants of a version somebody has reported. The same for everybody, and names no tenant: the packager prepares
-- what is here.
create table version_variants (
  version_id integer not null,
  variant smallint not null,
  primary key (version_id, variant)
);
grant select, insert on version_variants to patchkeep_api;
grant select on version_variants to patchkeep_worker;

-- The copies that a package is for. Null: it names none, and fits all.
alter table package_statements add column architectures text[], add column family text;
alter table package_builds add column fits jsonb;

reset role;
