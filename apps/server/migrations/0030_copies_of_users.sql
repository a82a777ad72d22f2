set local role patchkeep_owner;

-- Hosts where users have copies of their own: which package fits such a host depends on whose copy is old.
-- No released install has hosts to wait for.
-- squawk-ignore require-concurrent-index-creation
create index host_inventories_of_users on host_inventories (customer_id, host_no) where user_copies is not null;

reset role;
