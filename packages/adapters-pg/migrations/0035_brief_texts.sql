-- What a model has written about a question, for one state of its predictions.
create table brief_texts (
  question_id uuid primary key references questions (id) on delete cascade,
  -- The digest of the model, its instructions and what it was told.
  version text not null,
  -- Null while it is being written, and when the attempt failed.
  text jsonb,
  asked_at timestamptz not null
);
