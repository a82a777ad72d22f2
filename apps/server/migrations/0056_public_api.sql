set local role patchkeep_owner;

-- Calls of programs that must be done once: the answer of the first is the answer of those that repeat it.
create table idempotent_calls (
  customer_id uuid not null,
  token_id uuid not null,
  key_hash bytea not null,
  -- Of the call's method, address, site and body: another call with the same key is refused.
  call_hash bytea not null,
  status smallint,
  answer text,
  created_at timestamptz not null,
  primary key (customer_id, token_id, key_hash),
  foreign key (customer_id, token_id) references api_tokens
);
select app.protect('idempotent_calls', 'customer');
create index idempotent_calls_by_time on idempotent_calls (customer_id, created_at);
grant select, insert, update, delete on idempotent_calls to patchkeep_api, patchkeep_worker;

reset role;
