set local role patchkeep_owner;

-- Somebody without a site left cannot sign in, and comes back within 30 days with the password of before.
alter table users add column disabled_at timestamptz;
alter table users add column signed_in_at timestamptz;

-- A link that sets a first password. Its secret follows from a key of the server and the id: neither this row nor a job
-- holds it.
create table invitations (
  customer_id uuid not null,
  invitation_id uuid not null,
  user_id uuid not null,
  -- Who has the link can sign in as the user: it is good only while who made it may do all that the user may do.
  made_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (customer_id, invitation_id),
  foreign key (customer_id, user_id) references users,
  foreign key (customer_id, made_by) references users
);
select app.protect('invitations', 'customer');
create index invitations_by_user on invitations (customer_id, user_id);

-- What a removed user held, so that the removal can be taken back. Rows of one removal have one time.
create table removed_members (
  customer_id uuid not null,
  site_id uuid not null,
  user_id uuid not null,
  -- Null where a system administrator was no member of the site.
  permissions integer,
  was_system_admin boolean not null,
  removed_at timestamptz not null,
  primary key (customer_id, site_id, user_id),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, user_id) references users
);
select app.protect('removed_members', 'customer');
create index removed_members_by_user on removed_members (customer_id, user_id);

-- The account that a bucket is about, so that an operator can empty all buckets of one account.
alter table login_throttle add column account_hash bytea;
-- The table is small and its rows live for fifteen minutes.
-- squawk-ignore require-concurrent-index-creation
create index login_throttle_by_account on login_throttle (account_hash) where account_hash is not null;

grant select, insert, update, delete on invitations, removed_members to patchkeep_api, patchkeep_worker;

reset role;
