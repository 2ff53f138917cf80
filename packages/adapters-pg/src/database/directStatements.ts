import { type SqlClient, TransactionConnection } from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

// The internals of @effect/sql's statements that this needs (0.52.1); checked when the client is made.
interface StatementInternals {
  readonly acquirer: Connection.Acquirer
  commit: () => Effect.Effect<ReadonlyArray<unknown>, SqlError>
}

type Transaction = readonly [connection: Connection, depth: number]

/**
 * Lets `client.unsafe(text, parameters)` run directly on the transaction's connection, or else on the pool. @effect/sql
 * opens a span and a scope and compiles the text for every statement, even without tracing, which cost more than the
 * driver itself. For clients whose connection outside transactions is the pool and needs no releasing.
 */
export const withDirectStatements = (client: SqlClient): Effect.Effect<SqlClient, SqlError> => {
  const unsafe = client.unsafe
  const { acquirer, commit } = unsafe("select 1") as unknown as StatementInternals
  if (typeof commit !== "function" || !Effect.isEffect(acquirer)) {
    return Effect.dieMessage("the internals of @effect/sql statements are not those that can be run directly")
  }
  return Effect.map(Effect.scoped(acquirer), (pool) => {
    const run = (text: string, parameters: ReadonlyArray<unknown>) =>
      Effect.withFiberRuntime<ReadonlyArray<unknown>, SqlError>((fiber) => {
        const transaction = fiber.currentContext.unsafeMap.get(TransactionConnection.key) as Transaction | undefined
        return (transaction === undefined ? pool : transaction[0]).execute(text, parameters, undefined)
      })
    const direct = (text: string, parameters: ReadonlyArray<unknown> = []) => {
      const statement = unsafe(text, parameters)
      const internals = statement as unknown as StatementInternals
      internals.commit = () => run(text, parameters)
      return statement
    }
    return Object.assign(client, { unsafe: direct as SqlClient["unsafe"] })
  })
}
