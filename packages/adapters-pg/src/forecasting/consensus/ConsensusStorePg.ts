import {
  type Argument,
  type ConsensusFacts,
  ConsensusStore,
  type ConsensusTally,
  type LogOddsSums,
  type SimilaritySums,
  type Voice
} from "@auspex/domain/consensus"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { isShown } from "../predictions/predictionRows.ts"
import { isPublic } from "../../kernel/isPublic.ts"
import { keptLogOddsSums } from "./logOddsSql.ts"
import { similaritySumsOf } from "./similaritySumsOf.ts"

const strongest = (side: boolean) =>
  `(
  select jsonb_build_object('prediction_id', p.id, 'user_name', a.name, 'confidence', p.confidence, 'reasoning', p.reasoning)
  from predictions p join accounts a on a.id = p.account_id
  where p.question_id = q.id and p.prediction = ${side} and ${isShown}
  order by p.owner_upvotes - p.owner_downvotes desc, p.confidence desc, p.created_at, p.id limit 1)`

const facts = `
  select q.options, q.option_counts,
    ${similaritySumsOf("q")} as similarity,
    ${keptLogOddsSums} as log_odds,
    coalesce((select jsonb_agg(jsonb_build_object('model', t.model, 'model_family', t.model_family, 'band', t.band,
      'count', t.count, 'yes_count', t.yes_count, 'confidence_sum', t.confidence_sum))
      from consensus_tallies t where t.question_id = q.id), '[]') as tallies,
    ${strongest(true)} as strongest_for, ${strongest(false)} as strongest_against
  from questions q where q.id = $1::uuid and ${isPublic("q")}`

interface FactsRow {
  readonly options: ReadonlyArray<string> | null
  readonly option_counts: ReadonlyArray<number> | null
  readonly tallies: ReadonlyArray<ConsensusTally>
  readonly similarity: SimilaritySums
  readonly log_odds: ReadonlyArray<LogOddsSums>
  readonly strongest_for: Argument | null
  readonly strongest_against: Argument | null
}

const factsOf = (row: FactsRow): ConsensusFacts => ({
  tallies: row.tallies,
  similarity: row.similarity,
  log_odds: row.log_odds,
  strongest_for: row.strongest_for,
  strongest_against: row.strongest_against,
  options: row.options?.map((option, index) => ({ option, count: row.option_counts?.[index] ?? 0 })) ?? null
})

const voices = `
  select p.created_at, p.account_id as user_id, a.name as user_name, a.owner_key as owner_id,
    auspex_voice_family(p.model, p.model_family) as family, p.novelty as weight, p.prediction, p.confidence
  from questions q left join predictions p on p.question_id = q.id left join accounts a on a.id = p.account_id
  where q.id = $1::uuid and ${isPublic("q")} order by p.seq`

/** The only row of a question without predictions has no author. */
type VoiceRow = Voice | { readonly user_id: null }

const layer: Layer.Layer<ConsensusStore, never, SqlClient> = Layer.effect(
  ConsensusStore,
  Effect.map(storeStatements("consensus"), ({ all, first }) =>
    ConsensusStore.of({
      facts: (questionId) =>
        ifUuid(
          questionId,
          Effect.map(first<FactsRow>("facts", facts, [questionId]), (row) => row && factsOf(row))
        ),
      voices: (questionId) =>
        ifUuid(
          questionId,
          Effect.map(
            all<VoiceRow>("voices", voices, [questionId]),
            ([first, ...rest]) => first && (first.user_id === null ? [] : [first, ...rest] as ReadonlyArray<Voice>)
          )
        )
    }))
)

/** Reads the tallies and the pool. The only predictions that a consensus reads are the two strongest arguments, by index. */
export const ConsensusStorePg = { layer }
