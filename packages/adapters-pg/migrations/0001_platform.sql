-- Platform: the clock, ids, rate limits, idempotency, leases, the audit log and the event outbox. Ids are UUIDv7; nearly
-- all are made by the application.

-- The time of the system: the start of the transaction. A session may shift it, for rehearsals and the demo.
create function auspex_now() returns timestamptz language sql stable parallel safe
  return now() + coalesce(nullif(current_setting('auspex.clock_shift', true), '')::interval, interval '0');

-- The wall clock, shifted in the same way; it advances within a transaction.
create function auspex_clock() returns timestamptz language sql volatile parallel safe
  return clock_timestamp() + coalesce(nullif(current_setting('auspex.clock_shift', true), '')::interval, interval '0');

-- A UUIDv7 (RFC 9562) for rows that are made in the database. 48 bits of milliseconds, the version, 12 bits of the
-- fraction of the millisecond, so that the rows of one statement keep their order, then random bits. In hexadecimal, 4,096
-- parts of a millisecond are the last three digits of the time, and the version stands before them. One expression that
-- names the time once is inlined by the planner, which makes it three times as fast as a function call.
create function auspex_uuid_v7(at timestamptz) returns uuid language sql volatile parallel safe as $$
  select encode(
    overlay(
      uuid_send(gen_random_uuid())
      placing decode(
        overlay(lpad(to_hex(floor(extract(epoch from at) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0), 'hex')
      from 1 for 8),
    'hex')::uuid
$$;

-- Refuses UPDATE, DELETE and TRUNCATE on tables that are evidence. Each such table has two triggers that call it.
create function auspex_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- Exact sliding logs of admitted requests. Unlogged: a database crash forgets the last minute, which rate limits can bear.
create unlogged table rate_windows (
  rule text not null,
  key text not null,
  taken timestamptz[] not null,
  admitted boolean not null,
  decided_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (rule, key)
) with (fillfactor = 50);
create index rate_windows_expires_at on rate_windows (expires_at);

-- The first answers of creating requests; status is null until the answer has been saved. A request that waits for another
-- machine, or hashes a password, claims its key before the work, in a transaction of its own. The claim ends with the work,
-- or expires if the process dies. `done` commits with the work: from then on the request is never executed again, even if
-- its answer was lost before it was saved.
create table idempotency_keys (
  principal text not null,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash text not null,
  status integer,
  body text,
  headers jsonb,
  withheld boolean not null default false,
  claim uuid,
  claimed_until timestamptz,
  done boolean not null default false,
  created_at timestamptz not null default auspex_now(),
  primary key (principal, route, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table leases (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);

create table audit_log (
  id uuid primary key,
  at timestamptz not null default auspex_now(),
  actor text not null,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  note text
);
create index audit_log_subject on audit_log (subject_type, subject_id, at);
create index audit_log_at on audit_log (at);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function auspex_append_only();
create trigger audit_log_never_truncated before truncate on audit_log
  for each statement execute function auspex_append_only();

-- Events, written in the transaction of their cause. Their order is (xact, seq): once a transaction id is below that of the
-- oldest open transaction, all its events are visible, so feeds and webhooks never skip an event that commits late.
create table outbox_events (
  id uuid primary key,
  seq bigint generated always as identity,
  -- The transaction that wrote the event.
  xact xid8 not null default pg_current_xact_id(),
  event text not null,
  data jsonb not null,
  question_id uuid,
  actor_id uuid,
  addressee_id uuid,
  -- Set for events of a project: only the webhooks of its workspace receive them. Null for events of the platform.
  workspace_id uuid,
  occurred_at timestamptz not null default auspex_now(),
  -- When the event got its seq, by the clock that advances within a transaction.
  recorded_at timestamptz not null default auspex_clock()
);
create unique index outbox_events_seq on outbox_events (seq);
create index outbox_events_in_order on outbox_events (xact, seq);
create index outbox_events_of_question on outbox_events (question_id, xact desc, seq desc) include (actor_id, recorded_at)
  where event in ('prediction.placed', 'comment.created', 'question.closed', 'question.resolved', 'dispute.opened',
    'dispute.resolved');
create index outbox_events_of_actor on outbox_events (actor_id, xact desc, seq desc) include (recorded_at)
  where event in ('prediction.placed', 'comment.created', 'question.closed', 'question.resolved', 'dispute.opened',
    'dispute.resolved');
-- Feeds of one event type: rare events are found without reading the many predictions between them.
create index outbox_events_of_question_by_type on outbox_events (question_id, event, xact desc, seq desc)
  include (actor_id, recorded_at) where event in ('comment.created', 'question.closed', 'question.resolved',
    'dispute.opened', 'dispute.resolved');
create index outbox_events_of_actor_by_type on outbox_events (actor_id, event, xact desc, seq desc)
  include (recorded_at) where event in ('comment.created', 'dispute.opened');
