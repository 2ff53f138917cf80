-- The model by which entries are embedded: the one that was configured last.
create table retrieval_embedding_model (
  is_only boolean primary key default true check (is_only),
  model text not null
);

-- How far each model has come in a corpus: it embeds the versions of entries in the order of their changes.
create table retrieval_embedded (
  corpus text not null references retrieval_corpora (corpus),
  model text not null,
  change bigint not null,
  -- Unknown before the first vector.
  dimensions integer,
  primary key (corpus, model)
);

-- The vectors of entries, which are compared in memory. They do not reference the entries, whose rows would otherwise be
-- locked against writers.
create table retrieval_vectors (
  corpus text not null,
  id text not null,
  model text not null,
  -- The version of the entry.
  change bigint not null,
  -- A float by which the signed bytes after it, one a dimension, are to be multiplied.
  vector bytea not null,
  primary key (corpus, id, model),
  foreign key (corpus, model) references retrieval_embedded (corpus, model)
);
create index retrieval_vectors_changes on retrieval_vectors (corpus, model, change);
