import { recounts, storage } from "@auspex/adapters-pg"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { eventInvariants } from "./eventInvariants.ts"
import type { Invariant } from "./Invariant.ts"
import { protectionInvariants } from "./protectionInvariants.ts"
import { settlementInvariants } from "./settlementInvariants.ts"

/** How many violations of one invariant are named; whether there are more is said. */
export const violationsNamedMax = 20

/** Everything that always holds between what is stored. */
export const invariants: ReadonlyArray<Invariant> = [
  ...recounts.map(({ differing, name }) => ({ name, violations: differing })),
  ...protectionInvariants,
  ...settlementInvariants,
  ...eventInvariants
]

/** What breaks one invariant, one sentence each: `violationsNamedMax` at most, and one that says that there are more. */
export const violationsOf = (
  invariant: Invariant
): Effect.Effect<ReadonlyArray<string>, StorageUnavailable, SqlClient> =>
  Effect.gen(function*() {
    const sql = yield* SqlClient
    const rows = yield* sql.unsafe<{ violation: string }>(
      `select violation from (${invariant.violations}) found (violation) order by violation limit ${
        violationsNamedMax + 1
      }`
    ).pipe(storage(`invariants.${invariant.name}`))
    const named = rows.slice(0, violationsNamedMax).map(({ violation }) => `${invariant.name}: ${violation}`)
    return rows.length > named.length ? [...named, `${invariant.name}: There are more of these.`] : named
  })

/**
 * What is wrong with what is stored, one sentence each; nothing when all is well. Everything derived against its recount
 * (the ledger, counters, histories), settlements against their entries, events against their causes. Each check is one
 * statement on committed data, so it may run while the platform works. It reads everything: on a large database give it
 * a connection without time limits.
 */
export const checkInvariants: Effect.Effect<ReadonlyArray<string>, StorageUnavailable, SqlClient> = Effect.map(
  Effect.forEach(invariants, violationsOf),
  (found) => found.flat()
)
