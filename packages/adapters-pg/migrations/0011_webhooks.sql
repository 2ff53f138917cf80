-- Webhooks: subscriptions of URLs to events, their secrets, and the deliveries of events to them.

-- Each belongs to an account or to a workspace.
create table webhooks (
  id uuid primary key,
  account_id uuid references accounts (id) on delete cascade,
  workspace_id uuid references workspaces (id) on delete cascade,
  url text not null,
  events text[] not null,
  active boolean not null default true,
  -- Earlier events are not delivered.
  active_since timestamptz not null default auspex_now(),
  created_at timestamptz not null default auspex_now(),
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  constraint webhooks_have_one_owner check (num_nonnulls(account_id, workspace_id) = 1)
);
create index webhooks_of_account on webhooks (account_id, id);
create index webhooks_of_workspace on webhooks (workspace_id, id) where workspace_id is not null;
-- The subscribers of an event type; without it every event reads all webhooks, 130 ms for a hundred thousand. No
-- fastupdate, because webhooks rarely change and events are many.
create index webhooks_of_event on webhooks using gin (events) with (fastupdate = off) where active;

-- The secrets that sign: the newest one, which does not expire, and earlier ones for a day after their rotation.
create table webhook_secrets (
  webhook_id uuid not null references webhooks (id) on delete cascade,
  version integer not null,
  sealed bytea not null,
  created_at timestamptz not null default auspex_now(),
  expires_at timestamptz,
  primary key (webhook_id, version)
);

-- The state that changes with every delivery, apart from the webhook itself. An instance leases an endpoint while it sends.
create table webhook_queues (
  webhook_id uuid primary key references webhooks (id) on delete cascade,
  -- The number of the last event.
  sequence bigint not null default 0,
  -- Grows when a delivery becomes due. Releasing a lease with an older version leaves due_at as it is.
  version bigint not null default 0,
  -- When the next delivery is due; null when there is none, or while the webhook is inactive.
  due_at timestamptz,
  holder uuid,
  leased_until timestamptz,
  -- Counts the leases. A lease may expire and be followed by another of the same instance, while the database was out of
  -- reach; only their numbers tell them apart.
  lease bigint not null default 0,
  failing_since timestamptz
) with (fillfactor = 70);
create index webhook_queues_due on webhook_queues (due_at) where due_at is not null;

-- The body of an event, once for all webhooks: every attempt sends these bytes. The id is the event's, or that of a test
-- delivery.
create table webhook_messages (
  id uuid primary key,
  event text not null,
  body text not null,
  created_at timestamptz not null default auspex_clock()
);
create index webhook_messages_created_at on webhook_messages (created_at);

-- No foreign key to webhooks: deleting a webhook with a million deliveries would take longer than a statement may, and block
-- the creation of deliveries meanwhile. They are deleted afterwards, in batches; see removed_webhooks.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null,
  message_id uuid not null,
  -- Null for tests.
  sequence bigint,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  due_at timestamptz,
  -- All attempts, and those made before the present schedule began.
  attempt_count integer not null default 0,
  scheduled_after integer not null default 0,
  attempts jsonb not null default '[]',
  created_at timestamptz not null default auspex_clock()
) with (fillfactor = 80);
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_pending on webhook_deliveries (webhook_id, due_at, sequence) where status = 'pending';

-- Deleted webhooks whose deliveries are still to be deleted.
create table removed_webhooks (webhook_id uuid primary key);

create function auspex_note_removed_webhook() returns trigger language plpgsql as $$
begin
  insert into removed_webhooks (webhook_id) values (old.id) on conflict do nothing;
  return null;
end
$$;
create trigger webhooks_removed after delete on webhooks for each row execute function auspex_note_removed_webhook();

-- The last event whose deliveries were created.
create table webhook_position (
  only_row boolean primary key default true check (only_row),
  xact xid8 not null,
  seq bigint not null,
  -- Deliveries of an event with many subscribers are created in batches, in the order of the webhooks' ids: the last webhook
  -- of the event at the position that has its delivery. Null when all have.
  webhook_id uuid,
  -- How often the position was moved: an instance creates the deliveries that it has planned only if this is unchanged.
  moves bigint not null default 0
);
insert into webhook_position (xact, seq) values ('0', 0);
