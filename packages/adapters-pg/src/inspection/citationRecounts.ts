import type { Recount } from "./Recount.ts"

/** The number of accounts that cite each address on each question. */
export const citationRecounts: ReadonlyArray<Recount> = [
  {
    name: "citation counts",
    differing: `
      with counted as (
        select question_id, url, count(*) as n from prediction_citations group by 1, 2
      )
      select format('On question %s %s is counted as cited by %s; it is by %s.', coalesce(c.question_id, r.question_id),
        coalesce(c.url, r.url), coalesce(c.cited_by, 0), coalesce(r.n, 0))
      from citation_counts c full join counted r on r.question_id = c.question_id and r.url = c.url
      where c.cited_by is distinct from r.n`
  }
]
