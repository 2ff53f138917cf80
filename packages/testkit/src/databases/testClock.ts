import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"

const functions = `
create table auspex_test_clock (shift interval not null);
insert into auspex_test_clock values (interval '0');
create or replace function auspex_now() returns timestamptz language sql stable
  return now() + (select shift from auspex_test_clock);
create or replace function auspex_clock() returns timestamptz language sql volatile
  return clock_timestamp() + (select shift from auspex_test_clock);
`

/** Makes the database's clock read its shift from a table, so that a shift holds for every connection. */
export const installTestClock = Effect.flatMap(SqlClient, (sql) => sql.unsafe(functions)).pipe(Effect.orDie)

/** Sets how far the database's clock is ahead of the real one, e.g. `25 hours`. */
export const setTestClock = (interval: string) =>
  Effect.flatMap(SqlClient, (sql) => sql`update auspex_test_clock set shift = ${interval}::interval`).pipe(Effect.orDie)
