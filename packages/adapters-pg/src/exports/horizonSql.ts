/**
 * The instant before which nothing can be committed any more, by `auspex_now()`: the begin of the oldest transaction that
 * is open on this database, and a second ago at the latest, for a transaction is listed a moment after it begins. One that
 * has been open for more than a minute is none of ours (a dump, say) and holds nothing back. Sessions of other database
 * users are not seen.
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
 * The instant before which no snapshot of the consensus is taken any more: those of days come late, in the order of the
 * days, and the next day's are not there yet.
 */
export const snapshotHorizon = `least(${horizon}, coalesce(
  (select min(d.ends_at) from consensus_days d where d.finished_at is null),
  (select max(d.ends_at) from consensus_days d) + interval '24 hours',
  date_trunc('day', (select min(p.created_at) from predictions p), 'UTC') + interval '24 hours'
))`
