-- Jobs are enqueued in the caller's transaction. graphile-worker's tables belong to the queue role and hide behind
-- row-level security, so callers go through this one door. SECURITY DEFINER with a pinned search path: it touches
-- no tenant table, and runs where the queue lives.
set local role patchkeep_queue;

create schema if not exists jobs;
grant usage on schema jobs to patchkeep_api, patchkeep_worker;

create function jobs.enqueue(task text, payload json, job_key text, run_at timestamptz, max_attempts integer) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    task,
    payload,
    run_at => run_at,
    max_attempts => max_attempts,
    job_key => job_key,
    job_key_mode => 'replace'
  );
end
$$;

revoke all on function jobs.enqueue(text, json, text, timestamptz, integer) from public;
grant execute on function jobs.enqueue(text, json, text, timestamptz, integer) to patchkeep_api, patchkeep_worker;

reset role;
