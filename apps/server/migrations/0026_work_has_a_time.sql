-- From when on something waits to be done by a host; null while nothing does. A host whose work is for tonight is not
-- asked to fetch it before.
alter table hosts add column work_at timestamptz;

-- Row-level security is forced on the owner too, who has to see every customer's hosts here.
alter table hosts no force row level security;
update hosts set work_at = now() where has_work;
alter table hosts force row level security;

-- has_work is read and written by nobody from here on; a later release drops it.
