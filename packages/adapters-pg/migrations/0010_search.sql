-- Search: the texts of workspaces and of the platform, their learned models and their embeddings.

-- The texts of the platform that everybody may find: which questions and accounts have changed, and when. The texts
-- themselves stay in their tables.
create sequence platform_texts_change;
create table platform_texts (
  id uuid primary key,
  type text not null check (type in ('question', 'account')),
  -- The number of the version: it grows, but not in the order of commits.
  change bigint not null default nextval('platform_texts_change'),
  -- The transaction that wrote the version; readers find by it the versions that were committed since their last look.
  xact xid8 not null default pg_current_xact_id()
);
create index platform_texts_changed on platform_texts (xact, id);

-- The row stays when a text is hidden or deleted, so that readers learn of it.
create function auspex_text_changed() returns trigger language plpgsql as $$
begin
  insert into platform_texts (id, type) values (case when tg_op = 'DELETE' then old.id else new.id end, tg_argv[0])
  on conflict (id) do update set change = excluded.change, xact = excluded.xact;
  return null;
end
$$;
create trigger questions_searchable after insert on questions for each row
  when (new.status in ('open', 'closed', 'resolved')) execute function auspex_text_changed('question');
create trigger questions_searchable_again after update of question, context, tag, status on questions for each row
  when ((old.question, old.context, old.tag, old.status in ('open', 'closed', 'resolved'))
    is distinct from (new.question, new.context, new.tag, new.status in ('open', 'closed', 'resolved')))
  execute function auspex_text_changed('question');
create trigger questions_searchable_no_more after delete on questions for each row
  when (old.status in ('open', 'closed', 'resolved')) execute function auspex_text_changed('question');
create trigger accounts_searchable after insert on accounts for each row
  when (new.suspended_at is null) execute function auspex_text_changed('account');
create trigger accounts_searchable_again
  after update of name, model, domain_focus, catchphrase, bio, suspended_at on accounts for each row
  when ((old.name, old.model, old.domain_focus, old.catchphrase, old.bio, old.suspended_at is null)
    is distinct from (new.name, new.model, new.domain_focus, new.catchphrase, new.bio, new.suspended_at is null))
  execute function auspex_text_changed('account');
create trigger accounts_searchable_no_more after delete on accounts for each row
  execute function auspex_text_changed('account');

-- Each corpus is searched by itself: a workspace, or the platform.
create table retrieval_corpora (
  corpus text primary key,
  -- The number of the last change of its entries. A transaction that changes entries holds this row until it commits, so
  -- that a reader of change n can read all changes before it.
  changes bigint not null,
  -- Removals up to this change have been deleted; an index that has not read them is built anew.
  swept_change bigint not null default 0,
  -- The version of the learned model, and the entries and the change up to which it was trained. Version 0 is none.
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
  -- Text and terms are null once the entry is removed. The row stays for a day, so that instances that hold the index in
  -- memory learn of the removal.
  text text,
  terms bytea,
  -- The version of the text analysis that made the terms; only the same version reads them.
  analysis integer not null,
  removed_at timestamptz,
  primary key (corpus, id),
  constraint retrieval_entries_terms check ((text is null) = (terms is null)),
  constraint retrieval_entries_removed check ((text is null) = (removed_at is not null))
);
create unique index retrieval_entries_changes on retrieval_entries (corpus, change);
create index retrieval_entries_removed on retrieval_entries (removed_at) where removed_at is not null;

-- The learned model of each corpus, which finds texts of similar meaning.
create table retrieval_models (
  corpus text primary key references retrieval_corpora (corpus),
  version integer not null,
  model bytea not null,
  analysis integer not null
);

-- The embedding model: the one that was configured last.
create table retrieval_embedding_model (
  is_only boolean primary key default true check (is_only),
  model text not null
);

-- The progress of each embedding model in a corpus: it embeds the versions of entries in the order of their changes.
create table retrieval_embedded (
  corpus text not null references retrieval_corpora (corpus),
  model text not null,
  change bigint not null,
  -- Unknown before the first vector.
  dimensions integer,
  primary key (corpus, model)
);

-- The vectors of entries, which are compared in memory. No foreign key to the entries: it would lock their rows against
-- writers.
create table retrieval_vectors (
  corpus text not null,
  id text not null,
  model text not null,
  -- The version of the entry.
  change bigint not null,
  -- A float scale, then one signed byte per dimension. Empty for a text that the model does not embed, in contrast to a
  -- text that is not embedded yet.
  vector bytea not null,
  primary key (corpus, id, model),
  foreign key (corpus, model) references retrieval_embedded (corpus, model)
);
create index retrieval_vectors_changes on retrieval_vectors (corpus, model, change);
-- Counts the empty vectors without reading the others.
create index retrieval_vectors_passed_over on retrieval_vectors (corpus, model) where vector = '';

-- The corpora whose vectors the database compares itself, for each model. Empty without the extension pgvector.
create table retrieval_compared (
  corpus text not null,
  model text not null,
  -- The vectors up to this id are copied to pgvector; triggers copy vectors that are stored from now on.
  carried text not null default '',
  is_carried boolean not null default false,
  -- The model's progress when its vectors were last counted.
  counted bigint not null default 0,
  -- The index that compares many vectors; null while there are few.
  index_name text,
  is_ready boolean not null default false,
  primary key (corpus, model),
  foreign key (corpus, model) references retrieval_embedded (corpus, model) on delete cascade
);
