/**
 * The `LogOddsSums` of yes, or of each option in its order, as SQL for a JSON array. `predictions` is a relation with
 * the columns `owner_id`, `prediction`, `confidence` and `selected_option`; an owner counts with the mean of its
 * predictions. `q` is the question.
 */
export const logOddsSumsOf = (predictions: string): string =>
  `(
      select jsonb_agg(jsonb_build_object('owners', s.owners, 'sum', s.sum, 'squares', s.squares) order by s.place)
      from (
        select o.place, count(v.mean)::integer as owners, coalesce(sum(v.mean), 0) as sum,
          coalesce(sum(v.mean * v.mean), 0) as squares
        from unnest(coalesce(q.options, array['yes'])) with ordinality o (option, place)
        left join lateral (
          select avg(ln(p.chance / (100 - p.chance))) as mean
          from (
            select p.owner_id, case
              when q.options is null then case when p.prediction then p.confidence else 100 - p.confidence end
              when p.selected_option = o.option then p.confidence
              else (100 - p.confidence)::double precision / (cardinality(q.options) - 1)
            end::double precision as chance
            from ${predictions} p
          ) p group by p.owner_id
        ) v on true
        group by o.place
      ) s
    )`
