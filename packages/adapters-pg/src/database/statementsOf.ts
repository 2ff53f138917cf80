import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { storage } from "./DatabaseError.ts"

/** How the store of this name runs its statements: all rows of one, or the first; what fails is told as `name.operation`. */
export const statementsOf = (sql: SqlClient, name: string) => {
  const all = <Row extends object>(operation: string, text: string, parameters: ReadonlyArray<unknown>) =>
    sql.unsafe<Row>(text, parameters).pipe(storage(`${name}.${operation}`))
  const first = <Row extends object>(operation: string, text: string, parameters: ReadonlyArray<unknown>) =>
    Effect.map(all<Row>(operation, text, parameters), ([row]) => row)
  return { all, first }
}
