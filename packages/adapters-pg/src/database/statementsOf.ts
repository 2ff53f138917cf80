import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import { storage } from "./DatabaseError.ts"
import type { Statement } from "./Statement.ts"

/** Runs a statement with named parameters, or a text with an array of parameters, and returns all rows. */
interface All {
  <Row extends object, Values>(
    operation: string,
    statement: Statement<Row, Values>,
    values: NoInfer<Values>
  ): Effect.Effect<ReadonlyArray<Row>, StorageUnavailable>
  <Row extends object>(
    operation: string,
    text: string,
    parameters: ReadonlyArray<unknown>
  ): Effect.Effect<ReadonlyArray<Row>, StorageUnavailable>
}

/** Like `All`, but returns the first row. */
interface First {
  <Row extends object, Values>(
    operation: string,
    statement: Statement<Row, Values>,
    values: NoInfer<Values>
  ): Effect.Effect<Row | undefined, StorageUnavailable>
  <Row extends object>(
    operation: string,
    text: string,
    parameters: ReadonlyArray<unknown>
  ): Effect.Effect<Row | undefined, StorageUnavailable>
}

/** Runs the statements of the store `name`; a failure reports `name.operation`. */
export const statementsOf = (sql: SqlClient, name: string): { readonly all: All; readonly first: First } => {
  const all: All = <Row extends object>(
    operation: string,
    statement: string | Statement<Row, unknown>,
    values: unknown
  ) =>
    (typeof statement === "string"
      ? sql.unsafe<Row>(statement, values as ReadonlyArray<unknown>)
      : statement.run(sql, values)).pipe(storage(`${name}.${operation}`))
  const first = (operation: string, statement: string, values: ReadonlyArray<unknown>) =>
    Effect.map(all(operation, statement, values), ([row]) => row)
  return { all, first: first as First }
}
