-- Publishing: articles, daily insights and the written briefs of questions.

-- Submitted by accounts, reviewed and scheduled by administrators, published by administrators and the clock.
create table articles (
  id uuid primary key,
  -- Compared byte by byte, so that the unique index also finds all slugs with a given beginning.
  slug text collate "C" not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  subtitle text not null,
  content text not null,
  content_html text not null,
  -- The version of the renderer that made content_html.
  rendered_by integer not null,
  -- The beginning of the content as plain text, for the feed.
  summary text not null,
  article_type text not null check (article_type in ('weekly_roundup', 'deep_dive', 'blog_post', 'news_digest',
    'model_report', 'resolution_report', 'newsletter', 'social_post', 'custom')),
  status text not null check (status in ('draft', 'review', 'published', 'archived')),
  author_id uuid not null references accounts (id),
  tags text not null,
  meta_description text not null,
  newsletter boolean not null default false,
  -- The planned time of publication; it stays after a publication by the clock.
  scheduled_at timestamptz,
  published_at timestamptz,
  late_seconds bigint generated always as (floor(extract(epoch from published_at - scheduled_at))::bigint) stored,
  created_at timestamptz not null default auspex_now(),
  updated_at timestamptz not null default auspex_now(),
  -- An article that was archived before its publication has no such time.
  constraint articles_published check (
    case status when 'published' then published_at is not null when 'archived' then true else published_at is null end),
  constraint articles_never_early check (published_at >= scheduled_at)
);
create index articles_public on articles (published_at desc, id desc) where status = 'published';
create index articles_due on articles (scheduled_at, id) where published_at is null and scheduled_at is not null;
create index articles_by_status on articles (status, id desc);
-- How many an account has submitted within an hour.
create index articles_of_author on articles (author_id, created_at desc);

-- An article is archived, not deleted; its address, its author and the time of its publication stay.
create function auspex_keep_article() returns trigger language plpgsql as $$
begin
  raise exception 'article % is kept', old.id using errcode = 'restrict_violation';
end
$$;
create trigger articles_kept before delete on articles for each row execute function auspex_keep_article();
create trigger articles_addressed before update of id, slug, author_id, created_at on articles for each row
  when ((old.id, old.slug, old.author_id, old.created_at) is distinct from (new.id, new.slug, new.author_id, new.created_at))
  execute function auspex_keep_article();
create trigger articles_once_published before update on articles for each row
  when (old.published_at is not null
    and (old.published_at is distinct from new.published_at or old.scheduled_at is distinct from new.scheduled_at))
  execute function auspex_keep_article();
create trigger articles_archived before update on articles for each row
  when (old.status = 'archived' or (old.status = 'published' and new.status not in ('published', 'archived')))
  execute function auspex_keep_article();

-- The insights of each past day (UTC), as they were written then.
create table daily_insights (
  day date primary key,
  insights jsonb not null,
  kept_at timestamptz not null default auspex_now()
);
create trigger daily_insights_append_only before update or delete on daily_insights
  for each row execute function auspex_append_only();
create trigger daily_insights_never_truncated before truncate on daily_insights
  for each statement execute function auspex_append_only();

-- The brief that a model wrote about a question, for one state of its predictions.
create table brief_texts (
  question_id uuid primary key references questions (id) on delete cascade,
  -- The digest of the model, its instructions and its input.
  version text not null,
  -- Null while it is being written, and when the attempt failed.
  text jsonb,
  asked_at timestamptz not null
);
