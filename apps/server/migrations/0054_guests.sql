set local role patchkeep_owner;

-- A provider looks after other customers: its users may enter those that let them in.
alter table customers add column is_provider boolean not null default false;

-- A guest: somebody of a provider, with a row and memberships of this customer. Home names the account that signs in.
alter table users add column home_customer_id uuid;
alter table users add column home_user_id uuid;
-- The name of the provider as it was when the guest was let in.
alter table users add column guest_of text;
alter table users
  add constraint users_guest check (
    (home_customer_id is null) = (home_user_id is null)
    and (home_user_id is null or guest_of is not null)
    -- A guest has no password here, and never administers the customer.
    and (home_user_id is null or (not is_system_admin and password_digest is null and not is_sso_login_only))
  ) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table users validate constraint users_guest;
-- A customer has 2,000 users at most.
-- squawk-ignore require-concurrent-index-creation
create unique index users_home on users (customer_id, home_customer_id, home_user_id) where home_user_id is not null;

-- The session at home that a session of a guest depends on: it ends with its parent.
alter table sessions add column parent_customer_id uuid;
alter table sessions add column parent_session_id uuid;
alter table sessions
  add constraint sessions_parent check ((parent_customer_id is null) = (parent_session_id is null)) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table sessions validate constraint sessions_parent;

-- A link by which a provider asks to be let in, kept at the provider. Its secret follows from a key of the server and
-- the id. That it was accepted or revoked stands in spent.
create table guest_requests (
  customer_id uuid not null,
  request_id uuid not null,
  made_by uuid not null,
  -- Who is to become a guest.
  user_ids uuid[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (customer_id, request_id),
  foreign key (customer_id, made_by) references users
);
select app.protect('guest_requests', 'customer');

-- Which customers let a user of a provider in. Holds ids only, and is asked by exact keys.
create table guest_directory (
  home_customer_id uuid not null references customer_directory,
  home_user_id uuid not null,
  customer_id uuid not null references customer_directory,
  primary key (home_customer_id, home_user_id, customer_id)
);

grant select, insert, update, delete on guest_requests to patchkeep_api, patchkeep_worker;
grant select, insert, delete on guest_directory to patchkeep_api, patchkeep_worker;

reset role;
