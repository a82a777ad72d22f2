set local role patchkeep_owner;

-- What the repositories of a host offer is a fact of its copies. The day says since when somebody is offered it, which
-- is the age of a version that no catalogue knows.
-- The day of the migration is one value for all rows, so no table is rewritten.
-- squawk-ignore adding-field-with-default
alter table copy_kinds add column noted_on date not null default current_date;
alter table copy_kinds alter column noted_on drop default;

-- The copies with an offer, for finding the hosts of an offer without reading every inventory.
alter table host_inventories add column offer_nos bytea;
-- No released install has hosts to wait for.
-- squawk-ignore require-concurrent-index-creation
create index host_inventories_with_offers on host_inventories (customer_id, host_no) where offer_nos is not null;

reset role;
