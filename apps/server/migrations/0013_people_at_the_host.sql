set local role patchkeep_owner;

-- What a pending piece of work waits for, as its host said: 0 nothing, 1 a restart, 2 that a user signs in,
-- 3 that the host is registered, 4 that an application is closed.
alter table tasks add column awaits smallint not null default 0;
-- Since when it waits for that, however often it was tried meanwhile.
alter table tasks add column awaits_since timestamptz;
-- The lending it last waited in: a wait uses up no attempt, so only this tells what was said before it.
alter table tasks add column waited_epoch integer not null default 0;
-- Whose copy it is about; empty for the copy of the machine.
alter table tasks add column for_user text not null default '';
-- The planner looks every minute who may go on after a restart. No released install has rows.
-- squawk-ignore require-concurrent-index-creation
create index tasks_awaiting_boot on tasks (customer_id, site_id) where state = 0 and awaits = 1;

-- What happens when an application that is to be updated is open: 0 install anyway, 1 wait, 2 ask, 3 close.
alter table agent_settings add column open_applications smallint not null default 0;
-- How long people have to save their work before an application is closed for them.
alter table agent_settings add column close_seconds integer not null default 300;

reset role;
