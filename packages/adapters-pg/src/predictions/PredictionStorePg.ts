import type { QuestionStatus } from "@auspex/domain/questions"
import { type EarlierWords, type PlacementFacts, PredictionStore, type VoteCounts } from "@auspex/domain/predictions"
import { mapPage, UnitOfWork } from "@auspex/domain/kernel"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../database/DatabaseError.ts"
import { integerMax } from "../kernel/Cursor.ts"
import { ifUuid, isUuid } from "../kernel/isUuid.ts"
import { paged, pageOf, type PageRow } from "../kernel/PageRow.ts"
import { lockPlacement, place, placementFacts } from "./placementSql.ts"
import { predictionColumns, predictionOf, type PredictionRow, predictionsCursor } from "./predictionRows.ts"

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
  readonly points: number
  readonly ledger_seq: number
  readonly prediction_count: number
  readonly model: string | null
  readonly model_family: string | null
  readonly suspended: boolean
  readonly stipend_paid: boolean
  readonly agents_before: number | null
  readonly categories_recent: ReadonlyArray<string>
  readonly already_predicted: boolean
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
    snapshot_counts: row.snapshot_counts
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
  already_predicted: row.already_predicted,
  exact_copy: row.exact_copy,
  cited_by_others: row.cited_by_others
})

// The question comes even when it has no predictions, so that one round trip tells an empty list from no question.
const listByQuestion = `
  select q.prediction_count as total, listed.*
  from questions q left join lateral (
    select ${predictionColumns("$5::uuid")}
    from predictions p join accounts a on a.id = p.account_id
    where p.question_id = q.id and p.seq < $2
    order by p.seq desc limit $3 offset $4
  ) listed on true
  where q.id = $1::uuid and q.status in ('open', 'closed', 'resolved')
  order by listed.seq desc`

const lockForVote = `
  select p.id, coalesce(author.owner_id, author.id) = coalesce(voter.owner_id, voter.id) as same_owner
  from predictions p join accounts author on author.id = p.account_id join accounts voter on voter.id = $2::uuid
  where p.id = $1::uuid
  -- The accounts before the prediction, as everywhere: a payout and a link lock theirs first too.
  for share of author, voter for update of p`

// The old vote is read under the prediction's lock, so the counters move by exactly what changed.
const setVote = `
  with old as (
    select coalesce(max(value), 0) as value from prediction_votes where prediction_id = $1::uuid and account_id = $2::uuid
  ), wanted as (
    select case when not $4::boolean then $3::integer when old.value = $3::integer then 0 else old.value end as value from old
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
    downvotes = p.downvotes + (wanted.value = -1)::integer - (old.value = -1)::integer
  from old, wanted where p.id = $1::uuid
  returning p.question_id, p.upvotes, p.downvotes, wanted.value = 1 as has_upvoted, wanted.value = -1 as has_downvoted`

/** Predictions with everything that is counted as they come in. */
export const PredictionStorePgLive: Layer.Layer<PredictionStore, never, SqlClient.SqlClient | UnitOfWork> = Layer
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
                JSON.stringify(input.citations)
              ])
              return row === undefined ? undefined : factsOf(row)
            }).pipe(storage("predictions.placementFacts"))
          ),
        wordsAfter: (questionId, seq, limit) =>
          sql.unsafe<EarlierWords>(
            "select seq, prediction_id, words from prediction_words where question_id = $1::uuid and seq > $2 order by seq limit $3",
            [questionId, seq, limit]
          ).pipe(storage("predictions.wordsAfter")),
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
            uuidv7()
          ]).pipe(
            Effect.map(([row]) => row ?? "stale" as const),
            storage("predictions.place")
          ),
        listByQuestion: (questionId, page, viewerId) =>
          Effect.gen(function*() {
            if (!isUuid(questionId)) return undefined
            const [limit, offset, after] = yield* paged(page, predictionsCursor)
            const rows = yield* sql.unsafe<PageRow<PredictionRow>>(listByQuestion, [
              questionId,
              after ?? integerMax,
              limit,
              offset,
              viewerId ?? null
            ]).pipe(storage("predictions.listByQuestion"))
            if (rows.length === 0) return undefined
            const found = pageOf<PredictionRow, number>(rows, "id", page, predictionsCursor, ({ seq }) => seq)
            return mapPage(found, (row) => predictionOf(row, viewerId !== undefined))
          }),
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
