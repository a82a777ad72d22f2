set local role patchkeep_owner;

-- A file that a site brings comes in parts, waits, is examined, and only then lies in the file store; until then its
-- sha256 is empty. Files of before this release were never examined, and say so.
alter table site_resources add column category text not null default 'custom-settings';
alter table site_resources add column content_type text not null default 'application/octet-stream';
alter table site_resources add column state text not null default 'unscannable';
-- Why it waits, could not be scanned or was refused.
alter table site_resources add column cause text default 'beforeScans';
-- What the scanner calls what it found.
alter table site_resources add column found text;
alter table site_resources add column bytes_done bigint not null default 0;
alter table site_resources add column facts jsonb;
-- When an upload that has not ended is given up.
alter table site_resources add column expires_at timestamptz;
-- The one request that may write a part, and until when unless it says that it goes on.
alter table site_resources add column writer uuid;
alter table site_resources add column writer_until timestamptz;
-- When the last examination began.
alter table site_resources add column looked_at timestamptz;

grant update on site_resources to patchkeep_api, patchkeep_worker;

reset role;
