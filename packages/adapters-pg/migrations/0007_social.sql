-- What accounts are told.
create table notifications (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  type text not null,
  subject_id text not null,
  title text not null,
  body text not null,
  link text not null,
  count integer not null default 1 check (count >= 1),
  created_at timestamptz not null default auspex_now(),
  read_at timestamptz
);
-- What is unread is told once for each thing; and counting it is counting these.
create unique index notifications_unread on notifications (account_id, type, subject_id) where read_at is null;
create index notifications_of_account on notifications (account_id, created_at desc, id desc);
