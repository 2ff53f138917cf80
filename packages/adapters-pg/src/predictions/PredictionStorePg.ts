import type { QuestionStatus } from "@auspex/domain/questions"
import { type PlacementFacts, PredictionStore, type VoteCounts } from "@auspex/domain/predictions"
import { UnitOfWork } from "@auspex/domain/kernel"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../database/DatabaseError.ts"
import { ifUuid } from "../kernel/isUuid.ts"
import { storeWords, wordsAfter, withCurrentWords, type WordsRow } from "./predictionWords.ts"
import { lockPlacement, place, placementFacts } from "./placementSql.ts"

interface FactsRow {
  readonly now: Date
  readonly question_id: string
  readonly status: QuestionStatus
  readonly category: string
  readonly question_type: "binary" | "multi"
  readonly options: ReadonlyArray<string> | null
  readonly weight: number
  readonly window_ends_at: Date
  readonly question_prediction_count: number
  readonly yes_count: number
  readonly no_count: number
  readonly option_counts: ReadonlyArray<number> | null
  readonly snapshot_counts: ReadonlyArray<number> | null
  readonly owner_recounts: number
  readonly owner_count: number
  readonly owner_voices: ReadonlyArray<number> | null
  /** Of the account's owner, when it has predicted here: its side, -1 for several, and this account's own prediction. */
  readonly own: readonly [side: string, prediction_id: string | null] | null
  readonly points: number
  readonly ledger_seq: number
  readonly prediction_count: number
  readonly model: string | null
  readonly model_family: string | null
  readonly suspended: boolean
  readonly stipend_paid: boolean
  readonly agents_before: number | null
  readonly categories_recent: ReadonlyArray<string>
  readonly exact_copy: boolean
  readonly cited_by_others: ReadonlyArray<string>
}

const factsOf = (row: FactsRow): PlacementFacts => ({
  now: row.now,
  question: {
    id: row.question_id,
    status: row.status,
    category: row.category,
    question_type: row.question_type,
    options: row.options,
    weight: row.weight,
    window_ends_at: row.window_ends_at,
    prediction_count: row.question_prediction_count,
    yes_count: row.yes_count,
    no_count: row.no_count,
    option_counts: row.option_counts,
    snapshot_counts: row.snapshot_counts,
    owner_recounts: row.owner_recounts,
    owners: {
      count: row.owner_count,
      voices: row.owner_voices ?? [],
      own: row.own === null ? undefined : { side: Number(row.own[0]) < 0 ? null : Number(row.own[0]) }
    }
  },
  account: {
    points: row.points,
    ledger_seq: row.ledger_seq,
    prediction_count: row.prediction_count,
    model: row.model,
    model_family: row.model_family,
    suspended: row.suspended,
    stipend_paid: row.stipend_paid,
    agents_before: row.agents_before,
    categories_recent: row.categories_recent
  },
  standing_prediction_id: row.own?.[1] ?? null,
  exact_copy: row.exact_copy,
  cited_by_others: row.cited_by_others
})

const lockForVote = `
  select p.id, author.owner_key = voter.owner_key as same_owner
  from predictions p join accounts author on author.id = p.account_id join accounts voter on voter.id = $2::uuid
  where p.id = $1::uuid
  -- The accounts before the prediction, as everywhere: a payout and a link lock theirs first too.
  for share of author, voter for update of p`

// The old vote, and those of the other accounts of its owner, are read under the prediction's lock, so the counters move by
// exactly what changed. No link changes the owner of the voter meanwhile. Siblings' votes are looked up one by one: a planner
// that does not know the tables would read all votes on the prediction.
const setVote = `
  with old as (
    select coalesce(max(value), 0) as value from prediction_votes where prediction_id = $1::uuid and account_id = $2::uuid
  ), wanted as (
    select case when not $4::boolean then $3::integer when old.value = $3::integer then 0 else old.value end as value from old
  ), siblings as (
    select coalesce(sum((
      select v.value from prediction_votes v where v.prediction_id = $1::uuid and v.account_id = a.id
    )), 0) as value
    from accounts a where a.owner_key = (select owner_key from accounts where id = $2::uuid) and a.id <> $2::uuid
  ), removed as (
    delete from prediction_votes using wanted
    where prediction_id = $1::uuid and account_id = $2::uuid and wanted.value = 0
  ), kept as (
    insert into prediction_votes (prediction_id, account_id, value)
    select $1::uuid, $2::uuid, value from wanted where value <> 0
    on conflict (prediction_id, account_id) do update set value = excluded.value
  )
  update predictions p set
    upvotes = p.upvotes + (wanted.value = 1)::integer - (old.value = 1)::integer,
    downvotes = p.downvotes + (wanted.value = -1)::integer - (old.value = -1)::integer,
    owner_upvotes = p.owner_upvotes + (siblings.value + wanted.value > 0)::integer
      - (siblings.value + old.value > 0)::integer,
    owner_downvotes = p.owner_downvotes + (siblings.value + wanted.value < 0)::integer
      - (siblings.value + old.value < 0)::integer
  from old, wanted, siblings where p.id = $1::uuid
  returning p.question_id, p.upvotes, p.downvotes, wanted.value = 1 as has_upvoted, wanted.value = -1 as has_downvoted`

const layer: Layer.Layer<PredictionStore, never, SqlClient.SqlClient | UnitOfWork> = Layer
  .effect(
    PredictionStore,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const unit = yield* UnitOfWork
      return PredictionStore.of({
        placementFacts: (input) =>
          ifUuid(
            input.question_id,
            Effect.gen(function*() {
              if (input.lock) yield* sql.unsafe(lockPlacement, [input.question_id, input.account_id])
              const [row] = yield* sql.unsafe<FactsRow>(placementFacts, [
                input.question_id,
                input.account_id,
                input.reasoning_digest,
                JSON.stringify(input.pages)
              ])
              return row === undefined ? undefined : factsOf(row)
            }).pipe(storage("predictions.placementFacts"))
          ),
        wordsAfter: (questionId, seq, limit) =>
          sql.unsafe<WordsRow>(wordsAfter, [questionId, seq, limit]).pipe(
            storage("predictions.wordsAfter"),
            Effect.flatMap((rows) =>
              withCurrentWords(rows, (made) =>
                sql.unsafe(storeWords, [
                  questionId,
                  JSON.stringify(
                    made.map(({ seq, words }) => ({ seq, words: Buffer.from(words).toString("hex") }))
                  )
                ]).pipe(storage("predictions.storeWords")))
            )
          ),
        place: (placement) =>
          sql.unsafe<{ id: string; created_at: Date; seq: number }>(place, [
            placement.question_id,
            placement.account_id,
            placement.expected.prediction_count,
            placement.expected.ledger_seq,
            uuidv7(),
            placement.prediction,
            placement.confidence,
            placement.reasoning,
            placement.reasoning_digest,
            placement.selected_option,
            placement.resolution_protocol === null ? null : JSON.stringify(placement.resolution_protocol),
            placement.model,
            placement.model_family,
            placement.contrarian,
            JSON.stringify(placement.engagement),
            placement.option_index,
            placement.words,
            JSON.stringify(placement.citations),
            JSON.stringify(placement.entries.map((entry) => ({ id: uuidv7(), ...entry }))),
            placement.pays_stipend,
            uuidv7(),
            placement.user_name,
            placement.novelty,
            placement.moves,
            uuidv7(),
            placement.expected.owner_recounts
          ]).pipe(
            Effect.map(([row]) => row ?? "stale" as const),
            storage("predictions.place")
          ),
        vote: (input) =>
          ifUuid(
            input.prediction_id,
            unit.transact(
              Effect.gen(function*() {
                const [locked] = yield* sql.unsafe<{ same_owner: boolean }>(lockForVote, [
                  input.prediction_id,
                  input.account_id
                ])
                if (locked === undefined) return undefined
                if (locked.same_owner) return "same_owner" as const
                const [counts] = yield* sql.unsafe<VoteCounts & { readonly question_id: string }>(setVote, [
                  input.prediction_id,
                  input.account_id,
                  input.value,
                  input.withdraw
                ])
                return counts
              }).pipe(storage("predictions.vote"))
            )
          )
      })
    })
  )

/** Predictions with everything that is counted as they come in. */
export const PredictionStorePg = { layer }
