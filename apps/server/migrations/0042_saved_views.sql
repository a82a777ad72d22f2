set local role patchkeep_owner;

-- A list as somebody wants to see it: its address parameters and its columns. It belongs to who saved it, or to the site
-- once it is shared. Groups and tags that it names may be gone: a view is never in the way of deleting one.
create table saved_views (
  customer_id uuid not null,
  site_id uuid not null,
  view_id uuid not null,
  owner_id uuid not null,
  is_shared boolean not null,
  list text not null,
  name text not null,
  search jsonb not null,
  columns jsonb not null,
  serial_number integer not null,
  created_at timestamptz not null,
  primary key (customer_id, site_id, view_id),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, owner_id) references users
);
select app.protect('saved_views', 'site');
grant select, insert, update, delete on saved_views to patchkeep_api;

reset role;
