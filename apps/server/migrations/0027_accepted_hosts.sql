set local role patchkeep_owner;

-- When a person accepted a host: what any process remembered of its lineage until then no longer counts.
alter table hosts add column accepted_at timestamptz;

reset role;
