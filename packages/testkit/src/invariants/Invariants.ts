import { recounts, storage } from "@auspex/adapters-pg"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { eventInvariants } from "./eventInvariants.ts"
import type { Invariant } from "./Invariant.ts"
import { protectionInvariants } from "./protectionInvariants.ts"
import { settlementInvariants } from "./settlementInvariants.ts"

/** Maximum number of listed violations of one invariant; another sentence says if there are more. */
export const violationsNamedMax = 20

/** All conditions that always hold between stored rows. */
export const invariants: ReadonlyArray<Invariant> = [
  ...recounts.map(({ differing, name }) => ({ name, violations: differing })),
  ...protectionInvariants,
  ...settlementInvariants,
  ...eventInvariants
]

/**
 * The violations of one invariant, one sentence each: at most `violationsNamedMax`, and one that says if there are
 * more.
 */
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
 * All violations in the database, one sentence each; empty when there are none. Compares every derived value with its
 * recount (the ledger, counters, histories), settlements with their entries, and events with their causes. Each check
 * is one statement on committed data, so it may run while the platform works. It reads everything: on a large database,
 * use a connection without time limits.
 */
export const checkInvariants: Effect.Effect<ReadonlyArray<string>, StorageUnavailable, SqlClient> = Effect.map(
  Effect.forEach(invariants, violationsOf),
  (found) => found.flat()
)
