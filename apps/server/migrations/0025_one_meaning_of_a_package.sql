set local role patchkeep_owner;

-- The host pinned a root of keys when it enrolled; without one it refuses every order. What older hosts pinned was not
-- kept, so that they count as having one; those that enrol from now on say it exactly.
alter table hosts add column has_root boolean not null default true;
-- It holds no row when it is made, and no released install has hosts to wait for.
-- squawk-ignore require-concurrent-index-creation
create index hosts_without_root on hosts (customer_id, site_id, host_no) where not has_root;

-- What the catalogue knows of a file that was vouched for: its architecture and language.
-- Only the reading of feeds writes here, and it waits.
-- squawk-ignore require-concurrent-index-creation
create index packages_by_file on packages (sha256);

reset role;
