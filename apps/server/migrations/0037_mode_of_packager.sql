set local role patchkeep_owner;

-- Who vouches for packages, as the packager told the last time it was asked; null before it has told.
alter table packager_contact add column mode text check (mode in ('simple', 'guarded', 'offline'));

reset role;
