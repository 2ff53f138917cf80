-- The corpora whose vectors the database compares itself, for each model. None without the extension pgvector.
create table retrieval_compared (
  corpus text not null,
  model text not null,
  -- The vectors up to this id are in pgvector; those that are stored from now on get there by triggers.
  carried text not null default '',
  is_carried boolean not null default false,
  -- How far the model had come when its vectors were counted last.
  counted bigint not null default 0,
  -- The index by which many vectors are compared; null while there are few.
  index_name text,
  is_ready boolean not null default false,
  primary key (corpus, model),
  foreign key (corpus, model) references retrieval_embedded (corpus, model) on delete cascade
);

-- Texts that a model does not embed are counted without reading the vectors of the others.
create index retrieval_vectors_passed_over on retrieval_vectors (corpus, model) where vector = '';
