/**
 * The instant, by `auspex_now()`, before which nothing can be committed any more: the start of the oldest open
 * transaction on this database, and at least a second ago, because a transaction is listed a moment after it begins. A
 * transaction that has been open for more than a minute (a dump, say) does not hold the horizon back. Sessions of other
 * database users are not visible.
 */
export const horizon = `(
  select least(
    auspex_clock() - interval '1 second',
    greatest(
      coalesce(min(s.xact_start), 'infinity') + (auspex_now() - now()),
      auspex_clock() - interval '1 minute'
    )
  )
  from pg_stat_activity s
  where s.datname = current_database() and s.backend_type = 'client backend' and s.pid <> pg_backend_pid()
)`

/**
 * The instant before which no more consensus snapshots are written. Daily snapshots are written late and in the order
 * of the days, so the first unfinished day bounds the horizon, or else the day after the last finished one.
 */
export const snapshotHorizon = `least(${horizon}, coalesce(
  (select min(d.ends_at) from consensus_days d where d.finished_at is null),
  (select max(d.ends_at) from consensus_days d) + interval '24 hours',
  date_trunc('day', (select min(p.created_at) from predictions p), 'UTC') + interval '24 hours'
))`
