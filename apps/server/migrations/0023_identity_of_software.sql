set local role patchkeep_owner;

-- What decides how a row is judged tells rows apart: the code of its package too, and the version of its file where
-- the system lists no version. One customer's report can then no longer change how another's software is judged.
-- Lengths stand before the texts, because a name may hold any separator. Reading goes on while the index is made;
-- only reports of software that nobody reported before wait for it (2 s for a million rows).
-- squawk-ignore require-concurrent-index-creation
create unique index software_versions_told_apart on software_versions (
  md5(length(name)::text || '.' || length(publisher)::text || '.' || length(version)::text || '.'
    || length(product_code)::text || '.' || name || publisher || version || product_code
    || case when version = '' then file_version else '' end));
-- It would refuse the same name with another code. Servers of the release before find their rows by name meanwhile.
-- squawk-ignore require-concurrent-index-deletion
drop index software_versions_identity;

-- Software whose name could not be matched within the time limit: it is judged without its name, and not tried again.
create table set_aside_versions (
  version_id integer primary key references software_versions,
  reason text not null,
  set_aside_at timestamptz not null
);
grant select on set_aside_versions to patchkeep_api, patchkeep_worker;
grant insert, delete on set_aside_versions to patchkeep_worker;

reset role;
