set local role patchkeep_owner;

-- A key to the console API for a program. Looked up before its site is known, so the customer's rule protects it. A
-- revoked one stays: entries of the activity log name it.
create table api_tokens (
  customer_id uuid not null,
  token_id uuid not null,
  site_id uuid not null,
  user_id uuid not null,
  secret_hash bytea not null,
  name text not null,
  permissions integer not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  primary key (customer_id, token_id),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, user_id) references users
);
select app.protect('api_tokens', 'customer');
create index api_tokens_by_site on api_tokens (customer_id, site_id, created_at);

grant select, insert, update on api_tokens to patchkeep_api, patchkeep_worker;

reset role;
