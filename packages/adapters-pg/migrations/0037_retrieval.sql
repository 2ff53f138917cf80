-- Texts that can be found. A corpus is searched by itself: a workspace, or the platform.
create table retrieval_corpora (
  corpus text primary key,
  -- How many changes its entries have seen. A transaction that changes entries holds this row until it commits, so that
  -- whoever reads change n can read all changes before it.
  changes bigint not null,
  -- What the model was trained on, and when in the order of changes; no version yet is 0.
  model_version integer not null default 0,
  model_entries integer not null default 0,
  model_change bigint not null default 0
);

create table retrieval_entries (
  corpus text not null references retrieval_corpora (corpus),
  id text not null,
  -- The change that wrote this version.
  change bigint not null,
  project_id text,
  kind text not null,
  source_id text,
  at timestamptz not null,
  title text,
  -- Null, like the terms, when the entry was removed: instances that hold the index in memory must hear of it.
  text text,
  terms bytea,
  primary key (corpus, id),
  constraint retrieval_entries_terms check ((text is null) = (terms is null))
);
create unique index retrieval_entries_changes on retrieval_entries (corpus, change);

-- The model of each corpus by which texts of like meaning are found.
create table retrieval_models (
  corpus text primary key references retrieval_corpora (corpus),
  version integer not null,
  model bytea not null
);
