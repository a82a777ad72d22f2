set local role patchkeep_owner;

-- What an identity provider knows a session by, sealed under the data key: needed to end it there. Null after a
-- password, and on a server without a data key.
alter table sessions add column sign_out_hint bytea;
-- SAML: where browsers go to sign out; null where the identity provider offers none.
alter table connections add column sign_out_address text;

reset role;
