set local role patchkeep_owner;

-- When somebody asked for another attempt at work that had failed for good. From then on it no longer keeps the planner
-- from writing new work for the same version.
alter table tasks add column retried_at timestamptz;

reset role;
