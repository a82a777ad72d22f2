set local role patchkeep_owner;

-- When the user of a session proved last who they are: by signing in, or by a proof before a dangerous act. Null for
-- sessions from before, and for those that a server of before makes meanwhile: then signing in was the last proof.
alter table sessions add column proved_at timestamptz;
-- The cookie that the session had before its last proof. It may still read until then, because other tabs of the browser
-- may have sent it a moment ago.
alter table sessions add column former_sid_hash bytea;
alter table sessions add column former_until timestamptz;
-- The column is new, so that nothing is read while the index is made.
-- squawk-ignore require-concurrent-index-creation
create index sessions_former_sid on sessions (customer_id, former_sid_hash) where former_sid_hash is not null;

reset role;
