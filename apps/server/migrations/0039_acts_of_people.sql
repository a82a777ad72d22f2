set local role patchkeep_owner;

-- User Activity begins with what people did. Agents enrol by the thousand, and a page of people's acts must not be looked
-- for among them. The log is written rarely enough for a short lock.
-- squawk-ignore require-concurrent-index-creation
create index audit_entries_by_people on audit_entries (customer_id, chain_id, at, seq)
  where actor_id <> '00000000-0000-0000-0000-000000000000'::uuid;

reset role;
