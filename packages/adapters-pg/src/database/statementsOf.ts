import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import { storage } from "./DatabaseError.ts"
import type { Statement } from "./Statement.ts"

/** The ways of running a statement, and the result of each. */
interface Results<Row> {
  /** All rows. */
  readonly all: ReadonlyArray<Row>
  /** The first row; undefined when there is none. */
  readonly first: Row | undefined
  /** The row of a statement that always yields one; dies when there is none. */
  readonly only: Row
  /** For a statement whose rows, if any, do not matter. */
  readonly run: void
}

/** Runs a statement with named parameters, or a text with an array of parameters. */
interface Run<Way extends keyof Results<object>> {
  <Row extends object, Values>(
    operation: string,
    statement: Statement<Row, Values>,
    values: NoInfer<Values>
  ): Effect.Effect<Results<Row>[Way], StorageUnavailable>
  <Row extends object>(
    operation: string,
    text: string,
    parameters?: ReadonlyArray<unknown>
  ): Effect.Effect<Results<Row>[Way], StorageUnavailable>
}

/** Runs the statements of one store. */
export type Statements = { readonly [Way in keyof Results<object>]: Run<Way> }

/** Runs the statements of the store `name`; a failure reports `name.operation`. */
export const statementsOf = (sql: SqlClient, name: string): Statements => {
  type Input = readonly [operation: string, statement: string | Statement<object, unknown>, values: unknown]
  const all = (...[operation, statement, values]: Input) =>
    (typeof statement === "string"
      ? sql.unsafe<object>(statement, values as ReadonlyArray<unknown> | undefined)
      : statement.run(sql, values)).pipe(storage(`${name}.${operation}`))
  const first = (...input: Input) => Effect.map(all(...input), ([row]) => row)
  const only = (...input: Input) =>
    Effect.flatMap(
      first(...input),
      (row) => row === undefined ? Effect.dieMessage(`${name}.${input[0]} returned no row`) : Effect.succeed(row)
    )
  const run = (...input: Input) => Effect.asVoid(all(...input))
  // The overloads of `Run` relate a result to its statement, which the compiler cannot check here.
  return { all, first, only, run } as unknown as Statements
}

/** The statements of the store `name`, for a layer or a worker. */
export const storeStatements = (name: string): Effect.Effect<Statements, never, SqlClient> =>
  Effect.map(SqlClient, (sql) => statementsOf(sql, name))
