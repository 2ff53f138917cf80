-- The scores of specialists follow the resolution of their question, which a dispute may change. Each forecast keeps its
-- own scores, and the records of specialists are their sums. scored_at stays the time of the first scores: answers that
-- were given later are not scored.
alter table project_forecasts
  -- The version of the resolution that they are scored by. Forecasts that are scored already are scored again once.
  add column scored_version integer,
  -- One for each specialist: specialist, brier, log.
  add column scores jsonb;
drop index project_forecasts_open;
drop table specialist_records;

-- Texts that a model does not embed have an empty vector, so that they are told from those that it has yet to embed.
insert into retrieval_vectors (corpus, model, id, change, vector)
select e.corpus, d.model, e.id, e.change, ''
from retrieval_embedded d join retrieval_entries e on e.corpus = d.corpus and e.change <= d.change
where e.text is not null
on conflict do nothing;
