import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import { storage } from "./DatabaseError.ts"
import type { Statement } from "./Statement.ts"

/** All rows of a statement: one with names, or a text with its parameters. */
interface All {
  <Row extends object, Values>(
    operation: string,
    statement: Statement<Row, Values>,
    given: NoInfer<Values>
  ): Effect.Effect<ReadonlyArray<Row>, StorageUnavailable>
  <Row extends object>(
    operation: string,
    text: string,
    parameters: ReadonlyArray<unknown>
  ): Effect.Effect<ReadonlyArray<Row>, StorageUnavailable>
}

/** As `All`, the first row. */
interface First {
  <Row extends object, Values>(
    operation: string,
    statement: Statement<Row, Values>,
    given: NoInfer<Values>
  ): Effect.Effect<Row | undefined, StorageUnavailable>
  <Row extends object>(
    operation: string,
    text: string,
    parameters: ReadonlyArray<unknown>
  ): Effect.Effect<Row | undefined, StorageUnavailable>
}

/** How the store of this name runs its statements; what fails is told as `name.operation`. */
export const statementsOf = (sql: SqlClient, name: string): { readonly all: All; readonly first: First } => {
  const all: All = <Row extends object>(
    operation: string,
    statement: string | Statement<Row, unknown>,
    given: unknown
  ) =>
    (typeof statement === "string"
      ? sql.unsafe<Row>(statement, given as ReadonlyArray<unknown>)
      : statement.run(sql, given)).pipe(storage(`${name}.${operation}`))
  const first = (operation: string, statement: string, given: ReadonlyArray<unknown>) =>
    Effect.map(all(operation, statement, given), ([row]) => row)
  return { all, first: first as First }
}
