import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"

const functions = `
create table auspex_test_clock (shift interval not null, frozen timestamptz);
insert into auspex_test_clock values (interval '0');
create or replace function auspex_now() returns timestamptz language sql stable
  return (select coalesce(frozen, now() + shift) from auspex_test_clock);
create or replace function auspex_clock() returns timestamptz language sql volatile
  return (select coalesce(frozen, clock_timestamp() + shift) from auspex_test_clock);
`

/**
 * Replaces the database's clock by a clock that reads its shift from a table, so that a shift applies to every
 * connection.
 */
export const installTestClock = Effect.flatMap(SqlClient, (sql) => sql.unsafe(functions)).pipe(Effect.orDie)

/** Sets how far the database's clock is ahead of the real one, e.g. `25 hours`, and lets it run. */
export const setTestClock = (interval: string) =>
  Effect.flatMap(SqlClient, (sql) => sql`update auspex_test_clock set shift = ${interval}::interval, frozen = null`)
    .pipe(
      Effect.orDie
    )

/** Stops the database's clock at an instant, until it is set again. */
export const freezeTestClock = (at: Date) =>
  Effect.flatMap(SqlClient, (sql) => sql`update auspex_test_clock set frozen = ${at}::timestamptz`).pipe(Effect.orDie)
