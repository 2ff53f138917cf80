import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** A node of the plan of a statement that was run. */
export interface Plan {
  readonly "Relation Name"?: string
  readonly "Actual Rows"?: number
  readonly "Actual Loops"?: number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Plan>
}

/** Runs a statement and returns its plan, with what was read. */
export const planOf = (text: string, params: ReadonlyArray<unknown>) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql.unsafe<{ "QUERY PLAN": ReadonlyArray<{ readonly Plan: Plan }> }>(
        `explain (analyze, format json) ${text}`,
        params as Array<unknown>
      ),
      ([row]) => row!["QUERY PLAN"][0]!.Plan
    ))

/** The number of rows of a table that a plan has read, including discarded ones. */
export const rowsRead = (plan: Plan, table: string): number =>
  (plan["Relation Name"] === table
    ? ((plan["Actual Rows"] ?? 0) + (plan["Rows Removed by Filter"] ?? 0)) * (plan["Actual Loops"] ?? 1)
    : 0) + (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part, table), 0)
