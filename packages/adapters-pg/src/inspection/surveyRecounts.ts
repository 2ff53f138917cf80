import type { Recount } from "./Recount.ts"

/** In how many surveys each question is. */
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
  }
]
