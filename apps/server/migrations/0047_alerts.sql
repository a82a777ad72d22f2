set local role patchkeep_owner;

-- Which mails a user wants about a site, or about the customer as a whole.
create table alert_choices (
  customer_id uuid not null,
  -- The site, or the customer.
  scope_id uuid not null,
  site_id uuid,
  user_id uuid not null,
  has_alerts boolean not null,
  has_report boolean not null,
  -- The first day of the first month whose report is mailed.
  report_from date not null,
  chosen_at timestamptz not null,
  primary key (customer_id, scope_id, user_id),
  foreign key (customer_id, site_id) references sites,
  foreign key (customer_id, user_id) references users
);
select app.protect('alert_choices', 'customer');
create index alert_choices_by_user on alert_choices (customer_id, user_id);

-- How far a user was told. The row moves on in a transaction that is committed before the mail server gets the last line
-- of the mail, so that nothing is told twice, whenever a process ends.
create table alert_mails (
  customer_id uuid not null,
  scope_id uuid not null,
  user_id uuid not null,
  -- The check that the last mail of alerts told of.
  told_until timestamptz,
  -- The first day of the month that the last report was of.
  reported_from date,
  mailed_at timestamptz,
  -- sent, refused, or unanswered: handed over, and the server's answer is not known.
  outcome text,
  primary key (customer_id, scope_id, user_id),
  foreign key (customer_id, scope_id, user_id) references alert_choices
);
select app.protect('alert_mails', 'customer');

-- The last look at a site or at the customer, and how many of each kind the pages of the console showed then.
create table alert_checks (
  customer_id uuid not null,
  scope_id uuid not null,
  site_id uuid,
  checked_at timestamptz not null,
  totals jsonb not null,
  primary key (customer_id, scope_id),
  foreign key (customer_id, site_id) references sites
);
select app.protect('alert_checks', 'either');

-- What a check found. A finding that came back after it was resolved is a new one.
create table alert_findings (
  customer_id uuid not null,
  scope_id uuid not null,
  site_id uuid,
  kind text not null,
  -- What tells it from others of its kind: a CVE in an application, a channel, a feed.
  subject text not null,
  facts jsonb not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  primary key (customer_id, scope_id, kind, subject),
  foreign key (customer_id, site_id) references sites
);
select app.protect('alert_findings', 'either');

-- The last test mail that a user asked for.
create table mail_tests (
  customer_id uuid not null,
  user_id uuid not null,
  asked_at timestamptz not null,
  -- Null while it waits.
  ended_at timestamptz,
  -- Null when the mail server took it.
  failure text,
  primary key (customer_id, user_id),
  foreign key (customer_id, user_id) references users
);
select app.protect('mail_tests', 'customer');

grant select, insert, update on alert_choices, mail_tests to patchkeep_api;
grant select on alert_mails to patchkeep_api;
grant select on alert_choices to patchkeep_worker;
grant select, insert, update on alert_mails, alert_checks to patchkeep_worker;
grant select, insert, update, delete on alert_findings to patchkeep_worker;
grant select, update on mail_tests to patchkeep_worker;

reset role;
