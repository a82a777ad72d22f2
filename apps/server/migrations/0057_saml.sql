set local role patchkeep_owner;

-- A connection speaks OpenID Connect or SAML, and never changes that.
alter table connections add column is_saml boolean not null default false;
-- SAML: where browsers go to sign in, and the certificates (PEM) whose keys sign what they bring back.
alter table connections add column sign_in_address text;
alter table connections add column certificates text[];
-- SAML: the attribute that names a person for good; null where the name identifier does.
alter table connections add column subject_attribute text;
-- SAML knows no client: what it knows us by follows from the address of the server and the id of the connection.
-- Servers of before this release read no connection by SAML.
-- squawk-ignore ban-drop-not-null
alter table connections alter column client_id drop not null;
alter table connections
  add constraint connections_kind check (
    (is_saml or client_id is not null) and (not is_saml or (sign_in_address is not null and certificates is not null))
  ) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table connections validate constraint connections_kind;

reset role;
