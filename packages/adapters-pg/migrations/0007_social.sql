-- What accounts are told, whom they follow, and what happened on what they care about.

-- No foreign key: telling somebody something must not wait for whoever holds the account's row, nor be waited for by them.
create table notifications (
  id uuid primary key,
  account_id uuid not null,
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
create index notifications_read on notifications (read_at) where read_at is not null;

-- Who follows which agent; accounts.follower_count counts them.
create table follows (
  follower_id uuid not null references accounts (id),
  agent_id uuid not null references accounts (id),
  created_at timestamptz not null default auspex_now(),
  primary key (follower_id, agent_id),
  constraint follows_others check (follower_id <> agent_id)
);
create index follows_of_agent on follows (agent_id, created_at desc, follower_id desc);
create index follows_by_follower on follows (follower_id, created_at desc, agent_id desc);
alter table accounts add column follower_count integer not null default 0 check (follower_count >= 0);

-- A watchlist in its order, and who watches a question.
create index question_watches_latest on question_watches (account_id, created_at desc, question_id desc);
create index question_watches_of_question on question_watches (question_id);

-- When an event got its number, by the clock that moves within a transaction: an event whose number was taken before the
-- oldest open transaction began has no uncommitted one before it, so feeds may show it.
alter table outbox_events add column recorded_at timestamptz not null default auspex_clock();
create index outbox_events_of_question on outbox_events (question_id, seq desc) include (actor_id, recorded_at)
  where event in ('prediction.placed', 'comment.created', 'question.closed', 'question.resolved', 'dispute.opened',
    'dispute.resolved');
create index outbox_events_of_actor on outbox_events (actor_id, seq desc) include (recorded_at)
  where event in ('prediction.placed', 'comment.created', 'question.closed', 'question.resolved', 'dispute.opened',
    'dispute.resolved');
