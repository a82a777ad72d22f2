set local role patchkeep_owner;

-- Who of a customer needs a second factor to sign in: 0 nobody, 1 who writes, 2 the same, and administrators a passkey.
-- Nobody, as long as nobody has chosen otherwise.
alter table customers add column second_factor_policy smallint not null default 0;
alter table customers
  add constraint customers_second_factor_policy
  check (second_factor_policy between 0 and 2) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table customers validate constraint customers_second_factor_policy;

-- A system administrator who gets in when single sign-on fails: by a passkey that never leaves its device.
alter table users add column is_break_glass boolean not null default false;
-- When the account was last used as such.
alter table users add column break_glass_used_at timestamptz;
alter table users
  add constraint users_break_glass check (
    not is_break_glass
    or (is_system_admin and not is_sso_login_only and home_user_id is null and disabled_at is null)
  ) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table users validate constraint users_break_glass;

reset role;
