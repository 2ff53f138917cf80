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

-- The settled predictions of an account that were made with a content; maintained by a trigger.
create table persona_records (
  content_hash text not null references persona_contents (content_hash),
  account_id uuid not null references accounts (id),
  resolved integer not null,
  correct integer not null,
  brier_sum double precision not null,
  -- The sum of the squares of the scores, for the interval of their mean.
  brier_squares double precision not null,
  primary key (content_hash, account_id)
);

-- Whoever settles a prediction holds the lock of its account, so these rows are changed one after the other.
create function auspex_count_persona() returns trigger language plpgsql as $$
begin
  insert into persona_records as r (content_hash, account_id, resolved, correct, brier_sum, brier_squares)
  values (new.persona_hash, new.account_id,
    (new.brier_score is not null)::integer - (old.brier_score is not null)::integer,
    (new.brier_score is not null and coalesce(new.correct, false))::integer
      - (old.brier_score is not null and coalesce(old.correct, false))::integer,
    coalesce(new.brier_score, 0) - coalesce(old.brier_score, 0),
    coalesce(new.brier_score * new.brier_score, 0) - coalesce(old.brier_score * old.brier_score, 0))
  on conflict (content_hash, account_id) do update set
    resolved = r.resolved + excluded.resolved, correct = r.correct + excluded.correct,
    brier_sum = r.brier_sum + excluded.brier_sum, brier_squares = r.brier_squares + excluded.brier_squares;
  return null;
end $$;
create trigger predictions_persona_counted after update of correct, brier_score on predictions for each row
  when (new.persona_hash is not null and (old.correct, old.brier_score) is distinct from (new.correct, new.brier_score))
  execute function auspex_count_persona();
