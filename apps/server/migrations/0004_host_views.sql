-- Lists of hosts are by view (active, disabled, dormant, waiting, trash) and by one of a few columns. Dormancy is
-- stored when it begins and cleared by the first contact, so that a view is a column and a page is an index range:
-- derived from presence for every row, a page of 100,000 hosts took most of a second.
set local role patchkeep_owner;

alter table hosts add column dormant_since timestamptz;

alter table hosts add column view smallint not null generated always as (
  case
    when trashed_at is not null then 4
    when pending_since is not null then 3
    when disabled_at is not null then 1
    when dormant_since is not null and quarantined_at is null then 2
    else 0
  end
) stored;

drop index hosts_by_name;
create index hosts_by_name on hosts (customer_id, site_id, view, sort_name, host_id);
create index hosts_by_boot on hosts (customer_id, site_id, view, last_boot_at, host_id);
create index hosts_by_version on hosts (customer_id, site_id, view, agent_version, host_id);
create index hosts_by_os on hosts (customer_id, site_id, view, os_name, host_id);

reset role;
