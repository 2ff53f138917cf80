-- Which forecasts are to be scored, so that looking for them does not compare all of them with their questions.
alter table project_forecasts add column is_due boolean not null default false;
create index project_forecasts_due on project_forecasts (question_id) where is_due;
update project_forecasts f set is_due = true
from questions q
where q.id = f.platform_question_id
  and f.scored_version is distinct from case when q.status = 'resolved' then q.resolution_version end;

create function auspex_forecast_due() returns trigger language plpgsql as $$
begin
  update project_forecasts set is_due = true where platform_question_id = new.id;
  return null;
end
$$;
create trigger questions_forecast_due after update of status, resolution_version on questions for each row
  when ((old.status = 'resolved', old.resolution_version) is distinct from (new.status = 'resolved', new.resolution_version))
  execute function auspex_forecast_due();
