-- Whose words a persona consists of, and which answers of its interview were shortened.

-- Null for a persona from before: then all its words are its archetype's or, without one, its account's.
alter table personas add column sources jsonb,
  add column shortened jsonb not null default '[]';
