set local role patchkeep_owner;

-- What users write to support. Text and files are kept until the mail server has taken them, the rest for 90 days, so
-- that whoever wrote sees what became of it.
create table support_messages (
  customer_id uuid not null,
  message_id uuid not null,
  user_id uuid not null,
  site_id uuid,
  subject text not null,
  message text not null,
  -- Names and contents in base 64.
  attachments jsonb not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (customer_id, message_id),
  foreign key (customer_id, user_id) references users,
  foreign key (customer_id, site_id) references sites
);
select app.protect('support_messages', 'customer');
create index support_messages_by_user on support_messages (customer_id, user_id, created_at);
grant select, insert, update, delete on support_messages to patchkeep_api, patchkeep_worker;

reset role;
