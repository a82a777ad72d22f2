-- Every statement is planned once, without knowing its values, and then seems dear at a million rows although it reads
-- fifty: PostgreSQL would compile it anew each time it runs, 60 ms for what takes one.
alter role patchkeep_api set jit = off;
alter role patchkeep_worker set jit = off;
