-- How many questions of a survey each account has answered, assigned or not: counted when the survey opens, then by every
-- prediction until it closes. Results, and the number of respondents, are read from here instead of from the predictions.

create table survey_respondents (
  survey_id uuid not null,
  account_id uuid not null,
  answered integer not null check (answered > 0),
  primary key (survey_id, account_id)
) with (fillfactor = 80);

insert into survey_respondents (survey_id, account_id, answered)
select s.id, p.account_id, count(*)
from surveys s join survey_questions l on l.survey_id = s.id
  join predictions p on p.question_id = l.question_id and p.created_at <= coalesce(s.closed_at, 'infinity')
where s.status <> 'draft' group by 1, 2;
