import { SqlError } from "@effect/sql/SqlError"
import { expect, it } from "vitest"
import { isConnectionLost, isTimeout } from "../../src/database/DatabaseError.ts"

// The words of pg 8 and pg-pool 3; what has been waited for in vain is not tried again, what broke off is.
it.each([
  ["Query read timeout", true],
  ["timeout exceeded when trying to connect", true],
  ["timeout expired", true],
  ["Connection terminated due to connection timeout", true],
  ["Connection terminated unexpectedly", false],
  ["Connection terminated", false]
])("\"%s\" is a connection lost, by waiting or not", (message, byWaiting) => {
  const error = new SqlError({ cause: new Error(message), message: "Failed to acquire connection" })
  expect([isConnectionLost(error), isTimeout(error)]).toEqual([true, byWaiting])
})
