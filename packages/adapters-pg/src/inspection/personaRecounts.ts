import type { Recount } from "./Recount.ts"

/** The records of personas. */
export const personaRecounts: ReadonlyArray<Recount> = [
  {
    name: "persona records",
    differing: `
      with counted as (
        select persona_hash as content_hash, account_id, count(*) as resolved, count(*) filter (where correct) as correct,
          sum(brier_score) as brier_sum, sum(brier_score * brier_score) as brier_squares
        from predictions where persona_hash is not null and brier_score is not null group by 1, 2
      )
      select format('Account %s has %s with persona %s; its predictions give %s.', coalesce(r.account_id, c.account_id),
        (r.resolved, r.correct, r.brier_sum, r.brier_squares), coalesce(r.content_hash, c.content_hash),
        (c.resolved, c.correct, c.brier_sum, c.brier_squares))
      from persona_records r full join counted c on c.content_hash = r.content_hash and c.account_id = r.account_id
      where (coalesce(r.resolved, 0), coalesce(r.correct, 0)) <> (coalesce(c.resolved, 0), coalesce(c.correct, 0))
        or abs(coalesce(r.brier_sum, 0) - coalesce(c.brier_sum, 0)) > 1e-6
        or abs(coalesce(r.brier_squares, 0) - coalesce(c.brier_squares, 0)) > 1e-6`
  },
  {
    name: "assigned personas",
    differing: `
      select format('Account %s has the hash %s; its persona has %s.', a.id, a.persona_hash, p.content_hash)
      from accounts a join personas p on p.id = a.persona_id where a.persona_hash <> p.content_hash`
  }
]
