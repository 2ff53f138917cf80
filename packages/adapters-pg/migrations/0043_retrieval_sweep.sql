-- Removed entries do not stay for ever: after a day their rows go, and indexes that have not read them by then are built
-- anew. The terms of an entry are read only by the analysis that made them.
alter table retrieval_corpora add column swept_change bigint not null default 0;
alter table retrieval_entries
  add column removed_at timestamptz,
  add column analysis integer not null default 1;
alter table retrieval_entries alter column analysis drop default;
update retrieval_entries set removed_at = auspex_now() where text is null;
alter table retrieval_entries
  add constraint retrieval_entries_removed check ((text is null) = (removed_at is not null));
create index retrieval_entries_removed on retrieval_entries (removed_at) where removed_at is not null;
alter table retrieval_models add column analysis integer not null default 1;
alter table retrieval_models alter column analysis drop default;
