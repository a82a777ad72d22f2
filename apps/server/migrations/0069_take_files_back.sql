set local role patchkeep_owner;

-- Takes files back from hosts, each by its key. The table holds next to nothing at night and a row for every host in a
-- window of work: a plan that reads all of it is right when it is made, and wrong for minutes after. So it may not.
create function app.take_files_back(customer uuid, sites uuid[], host_ids uuid[], hashes bytea[]) returns void
language sql
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_material = off
as $$
  delete from public.host_files h
  using unnest(sites, host_ids, hashes) as f (site_id, host_id, sha256)
  where h.customer_id = customer and h.site_id = f.site_id and h.host_id = f.host_id and h.sha256 = f.sha256
$$;
revoke execute on function app.take_files_back(uuid, uuid[], uuid[], bytea[]) from public;
grant execute on function app.take_files_back(uuid, uuid[], uuid[], bytea[]) to patchkeep_api, patchkeep_worker;

reset role;
