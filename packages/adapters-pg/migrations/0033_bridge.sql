-- The instances of the service that hold connections of owners' machines, and these machines. Unlogged, because it is
-- worthless after a crash: the instances report again what they hold.
create unlogged table bridge_instances (
  id uuid primary key,
  reported_at timestamptz not null
);

create unlogged table bridge_machines (
  id uuid primary key,
  instance uuid not null,
  owner_key uuid not null,
  -- The machine as the API shows it.
  machine jsonb not null
);

create index bridge_machines_owner on bridge_machines (owner_key);
create index bridge_machines_instance on bridge_machines (instance);
