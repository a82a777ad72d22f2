set local role patchkeep_owner;

-- Whoever vouched for the version has taken it back: hosts are not given it any more.
alter table package_statements add column withdrawn_at timestamptz;

-- The providers that the packager follows, as it told the last time it was asked.
alter table packager_contact add column providers jsonb not null default '[]';

reset role;
