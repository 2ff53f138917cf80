-- Which provider and model answer: for all owners, for the agents of an owner, for one agent.
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

-- Whether an agent without a configuration uses that of its owner.
alter table accounts add column llm_use_global boolean not null default true;

-- How often the agents of an owner have asked models on the last day (UTC) on which they did.
create table inference_days (
  owner_key uuid primary key,
  day date not null,
  requests integer not null
);

-- What came of it when an agent was asked to predict by itself.
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
