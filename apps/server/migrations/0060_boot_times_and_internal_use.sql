set local role patchkeep_owner;

-- What the clock of the host says about its last boot; null for hosts not heard of since. last_boot_at is what is known:
-- a host whose clock runs ahead reports boots that are still to come.
alter table hosts add column last_reported_boot_at timestamptz;

-- Used by those who run or make the product: its users see results of updates as they are, before they are verified.
alter table customers add column is_internal_use boolean not null default false;

-- The operator's word that updates of a channel are not ready to be automated.
alter table channels add column is_work_in_progress boolean not null default false;

reset role;
