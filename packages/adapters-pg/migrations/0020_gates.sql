-- The page that a citation means, whatever its spelling: the same function as `citationPage` of the domain, for addresses in
-- canonical form.
create function auspex_citation_page(url text) returns text language sql immutable strict parallel safe as $$
  select m[1] || m[2]
    || rtrim(regexp_replace(regexp_replace(lower(m[3] collate "C"), ';[^/]*', '', 'g'), '/{2,}', '/', 'g'), '/')
    || coalesce((
      select '?' || string_agg(part, '&' order by part collate "C")
      from regexp_split_to_table(m[4], '&') as part where part ~ '^[^=]+=.'
    ), '')
  from regexp_match(url, '^(https?://)(?:www\.(?=[^./?][^/?]*\.))?([^/?]*)([^?]*)(?:\?(.*))?$') as m
$$;

alter table citation_counts add column page text generated always as (auspex_citation_page(url)) stored;
create index citation_counts_by_page on citation_counts (question_id, page);

-- Which version of the rule made the tokens. Those of version 1 told inflections, accents and look-alike letters apart; they
-- are made anew from the reasoning when they are read.
alter table prediction_words add column version smallint not null default 1;

-- What identical questions are known by (`questionKey` of the domain, as md5). Older ones get theirs where they are plain ASCII,
-- which this folds as the domain does; others are not compared.
alter table questions add column text_key text;
update questions set text_key =
  md5(btrim(rtrim(lower(regexp_replace(question, '\s+', ' ', 'g') collate "C"), ' .?!')))
  where question ~ '^[\x20-\x7e]*$';
create index questions_by_key on questions (text_key, resolution_date) where status <> 'resolved' and rejected_at is null;
