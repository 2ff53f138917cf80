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
