import type { StorageUnavailable } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { storeStatements } from "../database/statementsOf.ts"
import { citationRecounts } from "./citationRecounts.ts"
import { commentRecounts } from "./commentRecounts.ts"
import { countRecounts } from "./countRecounts.ts"
import { guardianRecounts } from "./guardianRecounts.ts"
import { ledgerRecounts } from "./ledgerRecounts.ts"
import { ownerRecounts } from "./ownerRecounts.ts"
import { personaRecounts } from "./personaRecounts.ts"
import type { Recount } from "./Recount.ts"
import { questionOwnerRecounts } from "./questionOwnerRecounts.ts"
import { recordRecounts } from "./recordRecounts.ts"
import { researchRecounts } from "./researchRecounts.ts"
import { scoreRecounts } from "./scoreRecounts.ts"
import { settlementRecounts } from "./settlementRecounts.ts"
import { snapshotRecounts } from "./snapshotRecounts.ts"
import { surveyRecounts } from "./surveyRecounts.ts"
import { voiceRecounts } from "./voiceRecounts.ts"

/** All values that are derived and maintained as changes happen, each with its recount. */
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
  ...personaRecounts,
  ...settlementRecounts,
  ...recordRecounts,
  ...surveyRecounts,
  ...researchRecounts
]

/** The number of differences that a recount finds, and the first of them. */
export interface RecountResult {
  readonly name: string
  readonly differing: number
  readonly examples: ReadonlyArray<string>
}

/** The number of differences that are given as examples. */
export const examplesMax = 3

/**
 * Runs one recount in one statement on committed data, so it may run while the platform works. It reads everything: on
 * a large database, use a connection without time limits.
 */
export const recount = ({ differing, name }: Recount): Effect.Effect<RecountResult, StorageUnavailable, SqlClient> =>
  Effect.flatMap(storeStatements("recount"), ({ only }) =>
    Effect.map(
      only<{ readonly differing: number; readonly examples: ReadonlyArray<string> | null }>(
        name,
        `select count(*)::integer as differing, (array_agg(sentence order by sentence))[:${examplesMax}] as examples
      from (${differing}) found (sentence)`
      ),
      ({ differing, examples }) => ({ name, differing, examples: examples ?? [] })
    ))
