import { yesPercent } from "@auspex/domain/kernel"
import { type ConsensusFacts } from "@auspex/domain/consensus"
import { HistoryStore, type RecordSpan } from "@auspex/domain/history"
import { pickFields } from "@auspex/domain/predictions"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import { type Statements, storeStatements } from "../../database/statementsOf.ts"
import { integerMax } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { cut, listedOf, paged } from "../../kernel/PageRow.ts"
import { shownOf } from "../predictions/PredictionListStorePg.ts"
import { predictionOf, type PredictionRow, predictionsCursor } from "../predictions/predictionRows.ts"
import { type ListedRow, positionOf } from "../questions/questionListSql.ts"
import { leaderboardAt } from "./leaderboardAt.ts"
import { consensusAt, type ConsensusRow, predictionsAt } from "./predictionsAtSql.ts"
import { detailAt, listingAt } from "./questionsAtSql.ts"

// Account ids grow with time, so the smallest belongs to the oldest account.
const span = `
  select auspex_now() as now, least(
    (select created_at from accounts order by id limit 1), (select created_at from questions order by created_at limit 1)
  ) as began`

const factsOf = ({ option_counts, options, ...facts }: ConsensusRow): ConsensusFacts => ({
  ...facts,
  options: options?.map((option, index) => ({ option, count: option_counts?.[index] ?? 0 })) ?? null
})

const questions = ({ all, only }: Statements): Pick<HistoryStore["Type"], "span" | "question" | "questions"> => ({
  span: only<RecordSpan>("span", span),

  question: (id, before) =>
    ifUuid(
      id,
      Effect.map(all("question", detailAt, { question_id: id, before }), (rows) => {
        const row = rows.find((candidate) => candidate.id === id.toLowerCase())
        return row === undefined ? undefined : {
          row,
          children: rows.filter((candidate) => candidate !== row),
          strongest_for: row.strongest_for,
          strongest_against: row.strongest_against
        }
      })
    ),

  questions: (query, before) => {
    const { params, text } = listingAt(query, before)
    return Effect.map(all<ListedRow>("questions", text, params), (rows) => {
      const { last, shown } = cut(listedOf(rows, "id"), query.limit)
      return {
        total: rows[0]!.total,
        rows: shown,
        next: last === null ? null : positionOf(query.sort, last)
      }
    })
  }
})

const opinions = (store: Statements): Pick<HistoryStore["Type"], "predictions" | "consensus" | "leaderboard"> => ({
  predictions: (questionId, request, before) =>
    Effect.gen(function*() {
      if (!isUuid(questionId)) return undefined
      const { after, limit, offset } = yield* paged(request, predictionsCursor)
      const rows = yield* store.all("predictions", predictionsAt, {
        question_id: questionId,
        before,
        below: after ?? integerMax,
        limit,
        offset
      })
      const [first] = rows
      if (first === undefined) return undefined
      const listed = listedOf<PredictionRow>(rows, "id")
      const { items, last } = shownOf(
        listed.map((row) => ({ ...row, found: listed.length })),
        request.limit,
        (row) => pickFields(predictionOf(row, false), request.fields)
      )
      return {
        items,
        total: first.total,
        next_cursor: last === null ? null : predictionsCursor.encode(last.seq),
        ...yesPercent(first.yes_count, first.total)
      }
    }),

  consensus: (questionId, before) =>
    ifUuid(
      questionId,
      Effect.map(
        store.first("consensus", consensusAt, { question_id: questionId, before }),
        (row) => row && factsOf(row)
      )
    ),

  leaderboard: (filter, page, before) => leaderboardAt(store, filter, page, before)
})

const layer: Layer.Layer<HistoryStore, never, SqlClient> = Layer.effect(
  HistoryStore,
  Effect.map(storeStatements("history"), (store) => HistoryStore.of({ ...questions(store), ...opinions(store) }))
)

/** Every read recounts from the rows written by that time and uses no current counter. */
export const HistoryStorePg = { layer }
