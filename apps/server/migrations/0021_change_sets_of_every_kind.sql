set local role patchkeep_owner;

-- Every act that can touch many hosts becomes a change set, not only approvals.
alter table change_sets
  -- One of the kinds of changes of the contract.
  add column kind text not null default 'approval',
  -- Of every kind but approvals: the call, and what taking it back needs to know.
  add column content jsonb,
  -- What it is about: changes of one person that share one of these add up.
  add column about text[] not null default '{}',
  -- The hosts it touches, packed.
  add column host_nos bytea;

reset role;
