set local role patchkeep_owner;

-- By this the identity provider of a connection says who there is. One token of a connection is in use at a time.
create table scim_tokens (
  customer_id uuid not null,
  token_id uuid not null,
  connection_id uuid not null,
  secret_hash bytea not null,
  made_by uuid not null,
  created_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (customer_id, token_id),
  foreign key (customer_id, connection_id) references connections on delete cascade,
  foreign key (customer_id, made_by) references users
);
select app.protect('scim_tokens', 'customer');
create unique index scim_tokens_in_use on scim_tokens (customer_id, connection_id) where revoked_at is null;

-- Users whom the identity provider of a connection looks after.
create table scim_users (
  customer_id uuid not null,
  user_id uuid not null,
  connection_id uuid not null,
  user_name text not null,
  external_id text,
  -- The issuer of the connection when the external id was written: another issuer gives the same id to somebody else.
  issuer text not null,
  -- What the identity provider says; whether the user may sign in stands in users.
  is_active boolean not null,
  -- The users row was disabled by this at that time; whoever disabled it since is not undone.
  disabled_at timestamptz,
  -- The account was made by provisioning, not before it.
  is_made_here boolean not null,
  -- The names and addresses as they were sent.
  attributes jsonb not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (customer_id, user_id),
  foreign key (customer_id, user_id) references users,
  foreign key (customer_id, connection_id) references connections on delete cascade
);
select app.protect('scim_users', 'customer');
create unique index scim_users_by_name on scim_users (customer_id, connection_id, user_name);
create unique index scim_users_by_external_id on scim_users (customer_id, connection_id, external_id)
  where external_id is not null;

-- Groups that the identity provider of a connection sends, for the mappings.
create table scim_groups (
  customer_id uuid not null,
  group_id uuid not null,
  connection_id uuid not null,
  display_name text not null,
  external_id text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (customer_id, group_id),
  foreign key (customer_id, connection_id) references connections on delete cascade
);
select app.protect('scim_groups', 'customer');
create unique index scim_groups_by_name on scim_groups (customer_id, connection_id, lower(display_name));
create unique index scim_groups_by_external_id on scim_groups (customer_id, connection_id, external_id)
  where external_id is not null;

create table scim_group_members (
  customer_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (customer_id, group_id, user_id),
  foreign key (customer_id, group_id) references scim_groups on delete cascade,
  foreign key (customer_id, user_id) references scim_users on delete cascade
);
select app.protect('scim_group_members', 'customer');
create index scim_group_members_by_user on scim_group_members (customer_id, user_id);

-- By what SCIM calls the same person; null in rows that nobody has signed in with since.
alter table external_identities add column external_id text;

grant select, insert, update, delete on scim_tokens, scim_users, scim_groups, scim_group_members to patchkeep_api;
grant select on scim_tokens, scim_users, scim_groups, scim_group_members to patchkeep_worker;

reset role;
