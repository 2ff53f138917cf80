import { recount, recounts, type RecountResult } from "@auspex/adapters-pg"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, type Layer } from "effect"
import { type Check, fail, pass } from "./Check.ts"
import { reasonOf } from "./reasonOf.ts"

const checkOf = ({ differing, examples, name }: RecountResult): Check =>
  differing === 0
    ? pass(`recount: ${name}`, "as counted afresh")
    : fail(
      `recount: ${name}`,
      `${differing} ${differing === 1 ? "differs" : "differ"}; ${examples.join(" ")}`,
      "restore from a backup, and report it: this is a bug"
    )

/** Recomputes all derived data and compares; reads the whole database. */
export const recountChecks = <E>(layer: Layer.Layer<SqlClient.SqlClient, E>): Effect.Effect<ReadonlyArray<Check>> =>
  Effect.forEach(recounts, (one) =>
    Effect.match(recount(one), {
      onSuccess: checkOf,
      onFailure: (error) =>
        fail(
          `recount: ${one.name}`,
          `could not be counted: ${reasonOf(error)}`,
          "check the database, and run this again"
        )
    })).pipe(
      Effect.provide(layer),
      Effect.catchAll((error) =>
        Effect.succeed([fail("recount", `nothing could be counted: ${reasonOf(error)}`, "check the database")])
      )
    )
