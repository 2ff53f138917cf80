import { SqlClient } from "@effect/sql/SqlClient"
import type { Statement } from "@effect/sql/Statement"
import { Effect, Layer } from "effect"

/** A statement as the driver receives it. */
export interface RecordedStatement {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}

/** The same database; calls `note` with each statement when it is run. */
export const recordingStatements = <E, R>(
  database: Layer.Layer<SqlClient, E, R>,
  note: (statement: RecordedStatement) => void
): Layer.Layer<SqlClient, E, R> => {
  const recorder = (client: SqlClient): SqlClient =>
    new Proxy(client, {
      get: (target, name) =>
        name === "unsafe"
          // Recorded when it is run, not when it is made, because some statements are made once.
          ? (text: string, params: ReadonlyArray<unknown> = []) => {
            const recorded = <A, F, Q>(run: (statement: Statement<object>) => Effect.Effect<A, F, Q>) =>
              Effect.suspend(() => {
                note({ text, params })
                return run(target.unsafe(text, params as Array<unknown>))
              })
            const rows = recorded((statement) => statement)
            return Object.defineProperty(rows, "values", { get: () => recorded((statement) => statement.values) })
          }
          : Reflect.get(target, name)
    })
  return Layer.effect(SqlClient, Effect.map(SqlClient, recorder)).pipe(Layer.provide(database))
}
