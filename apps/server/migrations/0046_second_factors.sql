set local role patchkeep_owner;

-- What a user proves besides the password. It counts once it was used for the first time (confirmed_at).
create table factors (
  customer_id uuid not null,
  factor_id uuid not null,
  user_id uuid not null,
  name text not null,
  -- Of an authenticator app: sealed under the data key for this customer, table, column and row.
  secret bytea,
  -- The newest step whose code was used: a code opens once.
  last_step bigint not null,
  -- Of a passkey.
  credential_id bytea,
  public_key bytea,
  counter bigint not null,
  is_backup_eligible boolean not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  used_at timestamptz,
  -- A passkey whose counter went back may have been copied: it opens nothing any more.
  suspended_at timestamptz,
  primary key (customer_id, factor_id),
  foreign key (customer_id, user_id) references users,
  -- Either an authenticator app or a passkey.
  check ((secret is null) = (credential_id is not null)),
  check ((credential_id is null) = (public_key is null))
);
select app.protect('factors', 'customer');
create index factors_by_user on factors (customer_id, user_id);
create unique index factors_credential on factors (customer_id, credential_id) where credential_id is not null;

-- Codes for who has lost the phone or the key. Only an HMAC by a key of the server is kept.
create table recovery_codes (
  customer_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (customer_id, user_id, code_hash),
  foreign key (customer_id, user_id) references users
);
select app.protect('recovery_codes', 'customer');

-- What may be used once, or a few times, until it expires. Holds hashes of random values and nothing of a tenant.
create table spent (
  value_hash bytea primary key,
  uses integer not null,
  until timestamptz not null
);
create index spent_by_until on spent (until);

grant select, insert, update, delete on factors, recovery_codes, spent to patchkeep_api, patchkeep_worker;

reset role;
