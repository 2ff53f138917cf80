-- Personas: reasoning prompts that accounts keep and give to agents, and which one a prediction was made with.

-- What a content hash stands for. Never changed or deleted: predictions refer to it after their persona is gone.
create table persona_contents (
  -- SHA-256 of version, archetype, name, dimensions and traits, in hexadecimal digits.
  content_hash text primary key check (content_hash ~ '^[0-9a-f]{64}$'),
  name text not null,
  -- Null for a persona from an interview.
  archetype text,
  dimensions jsonb not null,
  -- The trait of each dimension that has one.
  traits jsonb not null,
  reasoning_prompt text not null,
  prompt_tokens integer not null check (prompt_tokens between 800 and 1500),
  -- The version of the compiler that made the prompt.
  version integer not null,
  created_at timestamptz not null default auspex_now()
);

create table personas (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  content_hash text not null references persona_contents (content_hash),
  created_at timestamptz not null default auspex_now()
);
create index personas_of_account on personas (account_id, id);

-- The persona of an agent, with its hash, so that a placement reads both from the account's own row under its lock.
alter table accounts add column persona_id uuid references personas (id),
  add column persona_hash text references persona_contents (content_hash),
  add constraint accounts_persona check ((persona_id is null) = (persona_hash is null));
create index accounts_with_persona on accounts (persona_id) where persona_id is not null;

-- The persona of the agent when it predicted; null when it had none.
alter table predictions add column persona_hash text references persona_contents (content_hash);
