-- Briefs of questions and of days: what they are read from, and what was said of days that are over.

-- The strongest predictions for each option of a multi question; binary ones have `predictions_strongest`.
create index predictions_strongest_of_option on predictions
  (question_id, selected_option, (upvotes - downvotes) desc, confidence desc, created_at, id)
  where selected_option is not null;

-- Which questions opened on a day, and whose windows end after it.
create index questions_by_publication on questions (published_at) where published_at is not null;
create index questions_by_window on questions (window_ends_at) where published_at is not null;

-- The insights of each day (UTC) that is over, as they were written then.
create table daily_insights (
  day date primary key,
  insights jsonb not null,
  kept_at timestamptz not null default auspex_now()
);
create trigger daily_insights_append_only before update or delete on daily_insights
  for each row execute function auspex_append_only();

-- How many accounts cite an address on a question, so that the most cited are not counted in a request.
create table citation_counts (
  question_id uuid not null,
  url text not null,
  cited_by integer not null,
  primary key (question_id, url)
) with (fillfactor = 80);
create index citation_counts_most_cited on citation_counts (question_id, cited_by desc, url);

create function auspex_count_citations() returns trigger language plpgsql as $$
begin
  insert into citation_counts as c (question_id, url, cited_by)
  select question_id, url, count(*)::integer from added group by 1, 2 order by 1, 2
  on conflict (question_id, url) do update set cited_by = c.cited_by + excluded.cited_by;
  return null;
end
$$;
create trigger prediction_citations_counted after insert on prediction_citations referencing new table as added
  for each statement execute function auspex_count_citations();

insert into citation_counts (question_id, url, cited_by)
select question_id, url, count(*) from prediction_citations group by 1, 2;
