set local role patchkeep_owner;

-- An identity provider of a customer.
create table connections (
  customer_id uuid not null,
  connection_id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Sealed under the data key for this customer, table, column and row; null for a client without a secret.
  client_secret bytea,
  -- The claim of the ID token that lists the groups of a user.
  groups_claim text not null,
  -- Users whose address is in a domain of this connection have no other way to sign in.
  is_required boolean not null,
  serial_number integer not null,
  created_at timestamptz not null,
  primary key (customer_id, connection_id)
);
select app.protect('connections', 'customer');

-- Mail domains of a customer. Only a proven one counts.
create table domains (
  customer_id uuid not null,
  domain_id uuid not null,
  domain text not null,
  -- The text that the owner of the domain publishes in DNS.
  challenge text not null,
  connection_id uuid,
  created_at timestamptz not null,
  verified_at timestamptz,
  checked_at timestamptz,
  primary key (customer_id, domain_id),
  unique (customer_id, domain),
  foreign key (customer_id, connection_id) references connections
);
select app.protect('domains', 'customer');

-- Where users of a proven domain sign in. Holds hashes: nobody can read the domains of all customers off it.
create table domain_directory (
  domain_hash bytea primary key,
  customer_id uuid not null,
  connection_id uuid
);

-- Who a user is at an identity provider. An e-mail address is no such name: it can be given to somebody else.
create table external_identities (
  customer_id uuid not null,
  connection_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (customer_id, connection_id, issuer, subject),
  foreign key (customer_id, connection_id) references connections,
  foreign key (customer_id, user_id) references users
);
select app.protect('external_identities', 'customer');
-- One user is one person at a provider.
create unique index external_identities_by_user on external_identities (customer_id, user_id, connection_id);

-- What a group of the identity provider gives in a site.
create table role_mappings (
  customer_id uuid not null,
  connection_id uuid not null,
  group_name text not null,
  site_id uuid not null,
  permissions integer not null,
  primary key (customer_id, connection_id, group_name, site_id),
  foreign key (customer_id, connection_id) references connections,
  foreign key (customer_id, site_id) references sites
);
select app.protect('role_mappings', 'customer');

-- Rights that come from a mapping are renewed at each sign-in; those given by hand are left alone.
alter table site_members add column is_mapped boolean not null default false;
-- The connection that the session was made through; null after a password.
alter table sessions add column connection_id uuid;

grant select, insert, update, delete on connections, domains, domain_directory, external_identities, role_mappings
  to patchkeep_api;
grant select on connections, domains, domain_directory, external_identities, role_mappings to patchkeep_worker;

reset role;
