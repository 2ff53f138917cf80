import type { Recount } from "./Recount.ts"

/** In how many surveys each question is, and how many questions of a survey each account has answered. */
export const surveyRecounts: ReadonlyArray<Recount> = [
  {
    name: "surveys of questions",
    differing: `
      select format('Question %s counts %s open and %s closed surveys; there are %s and %s.', q.id, q.surveys_open,
        q.surveys_closed, coalesce(s.open, 0), coalesce(s.closed, 0))
      from questions q left join (
        select l.question_id, count(*) filter (where s.status = 'open') as open,
          count(*) filter (where s.status in ('closed', 'archived')) as closed
        from survey_questions l join surveys s on s.id = l.survey_id group by 1
      ) s on s.question_id = q.id
      where (q.surveys_open, q.surveys_closed) is distinct from (coalesce(s.open, 0), coalesce(s.closed, 0))`
  },
  {
    name: "respondents of surveys",
    differing: `
      with counted as (
        select l.survey_id, p.account_id, count(*) as answered
        from surveys s join survey_questions l on l.survey_id = s.id
          join predictions p on p.question_id = l.question_id and p.created_at <= coalesce(s.closed_at, 'infinity')
        where s.status <> 'draft' group by 1, 2
      )
      select format('Account %s answers %s questions of survey %s; there are %s answers.',
        coalesce(r.account_id, c.account_id), coalesce(r.answered, 0), coalesce(r.survey_id, c.survey_id),
        coalesce(c.answered, 0))
      from survey_respondents r full join counted c on c.survey_id = r.survey_id and c.account_id = r.account_id
      where r.answered is distinct from c.answered`
  }
]
