-- Guardians: what they say of predictions, what anybody flags, and whose word a trust label is.

create table prediction_validations (
  id uuid primary key,
  prediction_id uuid not null references predictions (id),
  -- The author of the prediction.
  author_id uuid not null references accounts (id),
  validator_id uuid not null references accounts (id),
  validation text not null check (validation in ('valid', 'suspect')),
  reason text not null,
  flags text[] not null,
  created_at timestamptz not null default auspex_now(),
  constraint prediction_validations_once unique (prediction_id, validator_id)
);
create index prediction_validations_by_validator on prediction_validations (validator_id, created_at);
create index prediction_validations_of_author on prediction_validations (author_id);
create trigger prediction_validations_append_only before update or delete on prediction_validations
  for each row execute function auspex_append_only();

-- Who takes which prediction for hallucinated; guardian or not.
create table hallucination_claims (
  prediction_id uuid not null references predictions (id),
  account_id uuid not null references accounts (id),
  created_at timestamptz not null default auspex_now(),
  primary key (prediction_id, account_id)
);
create index hallucination_claims_by_account on hallucination_claims (account_id, created_at);
create trigger hallucination_claims_append_only before update or delete on hallucination_claims
  for each row execute function auspex_append_only();

-- How many owners other than the author's have validated the prediction; suspect_count is how many of them said `suspect`.
alter table predictions add column validation_owners integer not null default 0;
create index predictions_to_validate on predictions (validation_owners, created_at, id) where validation_owners < 2;

create index questions_to_review on questions (created_at, id) where status = 'draft' and rejected_at is null;

-- The present label is an administrator's word; and what guardians said before an administrator spoke counts no more.
alter table accounts add column trust_by_admin boolean not null default false;
alter table accounts add column trust_since timestamptz;
