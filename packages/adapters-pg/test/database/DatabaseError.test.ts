import { SqlError } from "@effect/sql/SqlError"
import { expect, it } from "vitest"
import { isConnectionLost, isTimeout } from "../../src/database/DatabaseError.ts"

// Messages of pg 8 and pg-pool 3. A time-out is not retried, a broken connection is.
it.each([
  ["Query read timeout", true],
  ["timeout exceeded when trying to connect", true],
  ["timeout expired", true],
  ["Connection terminated due to connection timeout", true],
  ["Connection terminated unexpectedly", false],
  ["Connection terminated", false]
])("\"%s\" is a lost connection; by time-out: %s", (message, isByTimeout) => {
  const error = new SqlError({ cause: new Error(message), message: "Failed to acquire connection" })
  expect([isConnectionLost(error), isTimeout(error)]).toEqual([true, isByTimeout])
})
