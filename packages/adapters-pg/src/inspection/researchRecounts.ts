import type { Recount } from "./Recount.ts"

/** The counters of projects, and the rows that runs of their panels leave behind. */
export const researchRecounts: ReadonlyArray<Recount> = [
  {
    name: "project counts",
    differing: `
      select format('Project %s counts %s questions and %s sources; there are %s and %s.', p.id, p.question_count,
        p.source_count, q.n, s.n)
      from projects p
      cross join lateral (select count(*) as n from project_questions where project_id = p.id) q
      cross join lateral (select count(*) as n from sources where project_id = p.id) s
      where p.question_count <> q.n or p.source_count <> s.n`
  },
  {
    name: "packets of projects",
    differing: `
      select format('Project %s is %s and has %s packets.', p.id, p.status, k.n)
      from projects p cross join lateral (select count(*) as n from packets where project_id = p.id) k
      where (p.status = 'completed' and k.n = 0) or (p.status = 'active' and k.n > 0)`
  },
  {
    name: "reasoning counts",
    differing: `
      select format('Project %s counts %s reasonings; there are %s.', p.id, p.reasoning_count, r.n)
      from projects p cross join lateral (select count(*) as n from reasonings where project_id = p.id) r
      where p.reasoning_count <> r.n`
  },
  {
    name: "reasonings of steps",
    differing: `
      select format('Run %s has %s steps that led to a reasoning, and %s reasonings.', r.id, s.n, g.n)
      from panel_runs r
      cross join lateral (select count(*) as n from panel_steps where run_id = r.id and outcome = 'reasoned') s
      cross join lateral (select count(*) as n from reasonings where run_id = r.id) g
      where s.n <> g.n`
  },
  {
    name: "responses of links",
    differing: `
      select format('Link %s counts %s responses; there are %s.', l.id, l.response_count, r.n)
      from survey_links l cross join lateral (select count(*) as n from survey_responses where link_id = l.id) r
      where l.response_count <> r.n`
  },
  {
    name: "answers to questions of links",
    differing: `
      with answered as (
        select r.link_id, (a ->> 'question_id')::uuid as question_id, count(*) as n
        from survey_responses r cross join lateral jsonb_array_elements(r.answers) a group by 1, 2
      )
      select format('Link %s counts %s answers to question %s; there are %s.', link_id, coalesce(c.answered, 0),
        question_id, coalesce(a.n, 0))
      from survey_question_counts c full join answered a using (link_id, question_id)
      where coalesce(c.answered, 0) <> coalesce(a.n, 0)`
  },
  {
    name: "chosen options of links",
    differing: `
      with chosen as (
        select r.link_id, (a ->> 'question_id')::uuid as question_id, (o.place - 1)::integer as row,
          o.choice::integer as choice, count(*) as n
        from survey_responses r cross join lateral jsonb_array_elements(r.answers) a
          cross join lateral jsonb_array_elements(a -> 'choices') with ordinality o (choice, place)
        where jsonb_typeof(o.choice) = 'number' group by 1, 2, 3, 4
      )
      select format('Link %s counts option %s in row %s of question %s %s times; it was chosen %s times.', link_id,
        choice, row, question_id, coalesce(c.count, 0), coalesce(h.n, 0))
      from survey_choice_counts c full join chosen h using (link_id, question_id, row, choice)
      where coalesce(c.count, 0) <> coalesce(h.n, 0)`
  }
]
