set local role patchkeep_owner;

-- What failed for good, by what it was about: verdicts on an application read it for all hosts of a site.
-- No released install has tasks to wait for.
-- squawk-ignore require-concurrent-index-creation
create index tasks_given_up on tasks (customer_id, site_id, channel_tag, kind) where state = 4;

reset role;
