set local role patchkeep_owner;

-- The reason of whoever refused a change. Whoever asked for it reads it beside the change.
alter table change_sets add column refusal text not null default '';

reset role;
