set local role patchkeep_owner;

-- Where a session was signed in from, and with which browser in words: its owner tells their sessions apart by it. Null
-- for sessions from before.
alter table sessions add column ip text;
alter table sessions add column browser text;

-- How a user wants the console to look, in whatever browser; null until something is chosen.
alter table users add column preferences jsonb;

reset role;
