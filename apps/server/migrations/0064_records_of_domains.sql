set local role patchkeep_owner;

-- Since when the record of a proven domain is not found any more. A worker looks for it each week, and each day while
-- it is missing; a domain whose record stays missing is proven no more.
alter table domains add column missing_since timestamptz;

grant update on domains to patchkeep_worker;
grant delete on domain_directory to patchkeep_worker;

reset role;
