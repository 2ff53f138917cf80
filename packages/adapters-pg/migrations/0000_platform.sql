-- What every slice stands on: the clock, limits, idempotency, leases, the audit log and the event outbox.

-- "Now" of the whole system. A session may shift it (rehearsals, the demo world); it is the transaction's own instant.
create function auspex_now() returns timestamptz language sql stable parallel safe
  return now() + coalesce(nullif(current_setting('auspex.clock_shift', true), '')::interval, interval '0');

-- The wall clock, which moves within a transaction.
create function auspex_clock() returns timestamptz language sql volatile parallel safe
  return clock_timestamp() + coalesce(nullif(current_setting('auspex.clock_shift', true), '')::interval, interval '0');

-- Refuses UPDATE and DELETE: for tables that are evidence.
create function auspex_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- Exact sliding logs. Unlogged: a database crash forgets the last minute, which is acceptable for rates.
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

-- First answers of creating requests; status is null while none has been saved.
create table idempotency_keys (
  principal text not null,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash text not null,
  status integer,
  body text,
  headers jsonb,
  withheld boolean not null default false,
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

-- Events that happened, written in the transaction of their cause; delivery reads them in the order of seq.
create table outbox_events (
  id uuid primary key,
  seq bigint generated always as identity,
  event text not null,
  data jsonb not null,
  question_id uuid,
  actor_id uuid,
  addressee_id uuid,
  occurred_at timestamptz not null default auspex_now()
);
create unique index outbox_events_seq on outbox_events (seq);
