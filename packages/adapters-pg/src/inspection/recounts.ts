import type { StorageUnavailable } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { citationRecounts } from "./citationRecounts.ts"
import { commentRecounts } from "./commentRecounts.ts"
import { countRecounts } from "./countRecounts.ts"
import { guardianRecounts } from "./guardianRecounts.ts"
import { ledgerRecounts } from "./ledgerRecounts.ts"
import { ownerRecounts } from "./ownerRecounts.ts"
import type { Recount } from "./Recount.ts"
import { questionOwnerRecounts } from "./questionOwnerRecounts.ts"
import { recordRecounts } from "./recordRecounts.ts"
import { scoreRecounts } from "./scoreRecounts.ts"
import { settlementRecounts } from "./settlementRecounts.ts"
import { snapshotRecounts } from "./snapshotRecounts.ts"
import { voiceRecounts } from "./voiceRecounts.ts"

/** Everything that is derived from something else as it happens, each with the way to count it afresh. */
export const recounts: ReadonlyArray<Recount> = [
  ...ledgerRecounts,
  ...ownerRecounts,
  ...countRecounts,
  ...commentRecounts,
  ...citationRecounts,
  ...voiceRecounts,
  ...questionOwnerRecounts,
  ...snapshotRecounts,
  ...scoreRecounts,
  ...guardianRecounts,
  ...settlementRecounts,
  ...recordRecounts
]

/** How many differences a recount finds, and what the first of them are. */
export interface RecountResult {
  readonly name: string
  readonly differing: number
  readonly examples: ReadonlyArray<string>
}

/** How many differences are named. */
export const examplesMax = 3

/**
 * Counts one thing afresh, in one statement on committed data, so it may run while the platform works. It reads everything:
 * on a large database give it a connection without time limits.
 */
export const recount = ({ differing, name }: Recount): Effect.Effect<RecountResult, StorageUnavailable, SqlClient> =>
  Effect.flatMap(
    SqlClient,
    (sql) =>
      sql.unsafe<{ readonly differing: number; readonly examples: ReadonlyArray<string> | null }>(
        `select count(*)::integer as differing, (array_agg(sentence order by sentence))[:${examplesMax}] as examples
      from (${differing}) found (sentence)`
      ).pipe(
        Effect.map((rows) => ({ name, differing: rows[0]!.differing, examples: rows[0]!.examples ?? [] })),
        storage(`recount.${name}`)
      )
  )
