-- Webhooks: subscriptions of URLs to events, their secrets, and the deliveries of events to them.

-- A time-ordered id (RFC 9562, version 7), for rows that are made in the database: 48 bits of milliseconds, the version, 12
-- bits of the fraction of the millisecond, so that the rows of one statement keep their order, and the rest of a random id.
create function auspex_uuid_v7(at timestamptz) returns uuid language sql volatile parallel safe as $$
  select encode(
    overlay(
      overlay(uuid_send(gen_random_uuid()) placing substring(int8send(micros / 1000) from 3) from 1 for 6)
      placing substring(int4send((28672 + (micros % 1000) * 4096 / 1000)::integer) from 3) from 7 for 2),
    'hex')::uuid
  from (select (extract(epoch from at) * 1000000)::bigint as micros) t
$$;

create table webhooks (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  url text not null,
  events text[] not null,
  active boolean not null default true,
  -- Events from before are not delivered.
  active_since timestamptz not null default auspex_now(),
  created_at timestamptz not null default auspex_now(),
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('gone', 'failing'))
);
create index webhooks_of_account on webhooks (account_id, id);

-- The secrets that sign: the newest one, which does not expire, and those that were rotated in the last day.
create table webhook_secrets (
  webhook_id uuid not null references webhooks (id) on delete cascade,
  version integer not null,
  sealed bytea not null,
  created_at timestamptz not null default auspex_now(),
  expires_at timestamptz,
  primary key (webhook_id, version)
);

-- What changes with every delivery, apart from the webhook itself. An instance leases an endpoint while it sends.
create table webhook_queues (
  webhook_id uuid primary key references webhooks (id) on delete cascade,
  -- The number of the last event.
  sequence bigint not null default 0,
  -- Grows when something becomes due; who releases a lease with an older version leaves due_at as it is.
  version bigint not null default 0,
  -- When the next delivery is due; null when nothing is, or while the webhook is inactive.
  due_at timestamptz,
  holder uuid,
  leased_until timestamptz,
  failing_since timestamptz
) with (fillfactor = 70);
create index webhook_queues_due on webhook_queues (due_at) where due_at is not null;

-- The body of an event, once for all webhooks: what is sent at every attempt, to the byte. The id is that of the event, or of
-- the delivery of a test.
create table webhook_messages (
  id uuid primary key,
  event text not null,
  body text not null,
  created_at timestamptz not null default auspex_clock()
);
create index webhook_messages_created_at on webhook_messages (created_at);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  message_id uuid not null,
  -- Null for tests.
  sequence bigint,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  due_at timestamptz,
  -- How many attempts were made, and how many of them before the present schedule began.
  attempt_count integer not null default 0,
  scheduled_after integer not null default 0,
  attempts jsonb not null default '[]',
  created_at timestamptz not null default auspex_clock()
) with (fillfactor = 80);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_pending on webhook_deliveries (webhook_id, due_at, sequence) where status = 'pending';

-- Up to which event deliveries were created. Events from before there were webhooks are not delivered.
create table webhook_position (
  only_row boolean primary key default true check (only_row),
  xact xid8 not null,
  seq bigint not null
);
create index outbox_events_in_order on outbox_events (xact, seq);
insert into webhook_position (xact, seq)
  select coalesce((select e.xact from outbox_events e order by e.xact desc, e.seq desc limit 1), '0'),
    coalesce((select e.seq from outbox_events e order by e.xact desc, e.seq desc limit 1), 0);
