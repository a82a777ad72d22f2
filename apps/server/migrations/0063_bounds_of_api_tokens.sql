set local role patchkeep_owner;

-- A token without a site is for all sites that its owner may enter. Calls from elsewhere than these networks are refused;
-- without any, calls from everywhere are taken. The last refusal is kept: it may be the first sign of a stolen token.
-- The server before this change joins the site of a token and so refuses one that has none.
-- squawk-ignore ban-drop-not-null
alter table api_tokens alter column site_id drop not null;
alter table api_tokens add column networks text[] not null default '{}';
alter table api_tokens add column refused_at timestamptz;
alter table api_tokens add column refused_address text;

reset role;
