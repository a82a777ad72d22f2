set local role patchkeep_owner;

-- From a version to the next one that any site of a customer holds. No released install has rows.
-- squawk-ignore require-concurrent-index-creation
create index version_counts_by_version on version_counts (customer_id, version_id, site_id);

reset role;
