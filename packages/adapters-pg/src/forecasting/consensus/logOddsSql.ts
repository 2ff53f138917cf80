/** The number of events that a question pools, as SQL: yes, or each option. `q` is the question. */
const events = "coalesce(cardinality(q.options), 1)"

/** The `LogOddsSums` that a question keeps of yes, or of each option in its order, as SQL for a JSON array. */
export const keptLogOddsSums = `(
      select jsonb_agg(jsonb_build_object('owners', q.owner_count, 'sum', coalesce(q.pool_sums[place], 0),
        'squares', coalesce(q.pool_squares[place], 0)) order by place)
      from generate_series(1, ${events}) place
    )`

/**
 * The same, counted from `predictions`: a relation with the columns `owner_id`, `prediction`, `confidence` and
 * `selected_option`.
 */
export const countedLogOddsSums = (predictions: string): string =>
  `(
      select jsonb_agg(jsonb_build_object('owners', s.owners, 'sum', s.sum, 'squares', s.squares) order by s.place)
      from (
        select e.place, count(v.mean)::integer as owners, coalesce(sum(v.mean), 0) as sum,
          coalesce(sum(v.mean * v.mean), 0) as squares
        from generate_series(1, ${events}) e (place)
        left join lateral (
          select sum(p.stated[e.place])::bigint / count(*) as mean
          from (
            select p.owner_id, auspex_stated_log_odds(p.prediction, p.confidence,
              auspex_side(p.prediction, p.selected_option, q.options), cardinality(q.options)) as stated
            from ${predictions} p
          ) p group by p.owner_id
        ) v on true
        group by e.place
      ) s
    )`
