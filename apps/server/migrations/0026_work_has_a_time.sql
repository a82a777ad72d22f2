-- From when on something waits to be done by a host; null while nothing does. A host whose work is for tonight is not
-- asked to fetch it before.
alter table hosts add column work_at timestamptz;

-- Row-level security is forced on the owner too, who has to see every customer's hosts here.
alter table hosts no force row level security;
update hosts set work_at = now() where has_work;
alter table hosts force row level security;

-- Servers of the release before this one know has_work only, and run until they are replaced. Each side writes its own
-- column; these triggers, which fire only where that column is written, keep the other in step. A later release drops
-- them together with has_work.
create function app.has_work_of_work_at() returns trigger language plpgsql as $$
begin
  new.has_work := new.work_at is not null;
  return new;
end $$;
create trigger has_work_of_work_at before update of work_at on hosts
  for each row execute function app.has_work_of_work_at();

create function app.work_at_of_has_work() returns trigger language plpgsql as $$
begin
  new.work_at := case when new.has_work then least(old.work_at, now()) end;
  return new;
end $$;
create trigger work_at_of_has_work before update of has_work on hosts
  for each row execute function app.work_at_of_has_work();
