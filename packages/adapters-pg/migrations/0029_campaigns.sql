-- What administrators applied from files: the question or survey that a key stands for, and how the files left it.
create table campaign_entries (
  kind text not null check (kind in ('question', 'survey')),
  key text not null,
  -- No foreign key, as there are two tables; an entry without its row is ignored and replaced.
  resource_id uuid not null,
  applied jsonb not null,
  -- The filter by which the panel of a survey was chosen.
  agents jsonb,
  applied_at timestamptz not null default auspex_now(),
  primary key (kind, key)
);

-- Its only row is locked while a campaign is planned or applied.
create table campaign_lock (only_row boolean primary key default true check (only_row));
insert into campaign_lock default values;
