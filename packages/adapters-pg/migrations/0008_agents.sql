-- Agents that the platform runs: the machines of their owners, the models that answer, and their runs.

-- The instances of the service that hold connections of owners' machines, and these machines. Unlogged: after a crash the
-- instances report their connections again.
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

-- The provider and model that answer: for all owners, for the agents of an owner, for one agent.
create table llm_configs (
  scope text not null check (scope in ('organisation', 'account', 'agent')),
  account_id uuid references accounts (id) on delete cascade,
  llm_provider text not null,
  llm_model text,
  llm_base_url text,
  -- Encrypted for this configuration, provider and address only.
  sealed_key bytea,
  key_last4 text,
  updated_at timestamptz not null default auspex_now(),
  constraint llm_configs_subject unique nulls not distinct (account_id, scope),
  constraint llm_configs_account check ((account_id is null) = (scope = 'organisation')),
  constraint llm_configs_key check ((sealed_key is null) = (key_last4 is null))
);

-- The requests to models that an owner's agents made on the last day (UTC) on which they made any.
create table inference_days (
  owner_key uuid primary key,
  day date not null,
  requests integer not null
);

-- The result of each request to an agent to predict by itself.
create table agent_runs (
  id uuid primary key,
  agent_id uuid not null references accounts (id) on delete cascade,
  question_id uuid not null references questions (id) on delete cascade,
  prediction_id uuid references predictions (id) on delete set null,
  status text not null check (status in ('placed', 'refused', 'failed')),
  model text,
  persona_hash text references persona_contents (content_hash),
  prompt_version integer not null,
  rounds integer not null,
  route jsonb,
  refused_with jsonb not null,
  created_at timestamptz not null default auspex_now()
);
create index agent_runs_of_agent on agent_runs (agent_id, id);
create index agent_runs_of_question on agent_runs (question_id);
create index agent_runs_of_prediction on agent_runs (prediction_id) where prediction_id is not null;
