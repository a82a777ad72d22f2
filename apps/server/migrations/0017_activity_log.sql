set local role patchkeep_owner;

-- The log as its screens read it: by time, and by time of one person, verb, kind of thing or thing. No released install has rows.
-- squawk-ignore require-concurrent-index-creation
create index audit_entries_by_time on audit_entries (customer_id, chain_id, at, seq);
-- squawk-ignore require-concurrent-index-creation
create index audit_entries_by_actor on audit_entries (customer_id, chain_id, actor_id, at, seq);
-- squawk-ignore require-concurrent-index-creation
create index audit_entries_by_verb on audit_entries (customer_id, chain_id, verb, at, seq);
-- squawk-ignore require-concurrent-index-creation
create index audit_entries_by_kind on audit_entries (customer_id, chain_id, object_kind, at, seq);
-- squawk-ignore require-concurrent-index-creation
create index audit_entries_by_object on audit_entries (customer_id, chain_id, object_id, at, seq);

-- What the signer has vouched for: a chain had this hash at this entry. The signer keeps a record of its own; this copy
-- is for downloads, and only grows.
create table audit_checkpoints (
  customer_id uuid not null references customers,
  chain_id uuid not null,
  seq bigint not null,
  hash bytea not null,
  signed_at timestamptz not null,
  envelope text not null,
  primary key (customer_id, chain_id, seq)
);
select app.protect('audit_checkpoints', 'customer');
grant select on audit_checkpoints to patchkeep_api;
grant select, insert on audit_checkpoints to patchkeep_worker;

reset role;
