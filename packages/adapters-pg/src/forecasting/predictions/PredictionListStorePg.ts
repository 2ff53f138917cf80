import { type Page, yesPercent } from "@auspex/domain/kernel"
import {
  type OwnPrediction,
  pickFields,
  PredictionListStore,
  predictionsBytesMax,
  type PredictionSort
} from "@auspex/domain/predictions"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { momentCursor } from "../../kernel/MomentCursor.ts"
import { listedOf, type PageRow, startOf } from "../../kernel/PageRow.ts"
import {
  type After,
  type Found,
  listCursors,
  type ListedRow,
  listing,
  ownListing,
  type OwnRow,
  type PositionedRow
} from "./predictionListSql.ts"
import { predictionOf, type PredictionRow } from "./predictionRows.ts"

/** The first items that fit into the bytes of a page as JSON, at least one. */
export const fitting = <Item>(items: ReadonlyArray<Item>): ReadonlyArray<Item> => {
  let bytes = 2
  const end = items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1
    return bytes > predictionsBytesMax && index > 0
  })
  return end === -1 ? items : items.slice(0, end)
}

/** The items to show of the rows found, and the last row shown when there are more. */
export const shownOf = <Row extends Found, Item>(
  rows: ReadonlyArray<Row>,
  limit: number,
  to: (row: Row) => Item
): { readonly items: ReadonlyArray<Item>; readonly last: Row | null } => {
  const items = fitting(rows.slice(0, limit).map(to))
  return { items, last: items.length > 0 && items.length < rows[0]!.found ? rows[items.length - 1]! : null }
}

const afterOf = (sort: PredictionSort, page: { readonly cursor?: string }) => {
  switch (sort) {
    case "newest":
      return Effect.map(startOf(page, listCursors.newest), (place): After => ({ sort, place }))
    case "votes":
      return Effect.map(startOf(page, listCursors.votes), (place): After => ({ sort, place }))
    case "confidence":
      return Effect.map(startOf(page, listCursors.confidence), (place): After => ({ sort, place }))
  }
}

const cursorAt = (sort: PredictionSort, row: PredictionRow & PositionedRow): string => {
  switch (sort) {
    case "newest":
      return listCursors.newest.encode(row.seq)
    case "votes":
      return listCursors.votes.encode([row.upvotes - row.downvotes, row.confidence, row.place, row.id])
    case "confidence":
      return listCursors.confidence.encode([row.confidence, row.seq])
  }
}

const ownCursor = momentCursor("own predictions")

const ownOf = (row: OwnRow): Omit<OwnPrediction, "reasoning"> & { readonly reasoning: string } => ({
  ...predictionOf(row, false),
  question: row.question,
  question_status: row.question_status,
  closes_at: row.closes_at,
  stake: row.stake,
  ...(row.question_status !== "resolved" || row.resolved_at === null ? {} : {
    result: {
      void: row.is_void,
      outcome: row.outcome,
      ...(row.correct_options === null ? {} : { correct_options: row.correct_options }),
      resolved_at: row.resolved_at,
      correct: row.correct,
      payout: row.settled_at === null ? null : row.payout
    }
  })
})

const layer: Layer.Layer<PredictionListStore, never, SqlClient> = Layer.effect(
  PredictionListStore,
  Effect.map(storeStatements("predictions"), ({ all }) =>
    PredictionListStore.of({
      ofQuestion: (questionId, request, viewerId) =>
        Effect.gen(function*() {
          if (!isUuid(questionId)) return undefined
          const sort = request.sort ?? "newest"
          const after = yield* afterOf(sort, request)
          const { params, text } = listing(questionId, request, after, viewerId)
          const rows = yield* all<ListedRow>("ofQuestion", text, params)
          const [first] = rows
          if (first === undefined) return undefined
          const { items, last } = shownOf(
            listedOf<PredictionRow & PositionedRow>(rows, "id"),
            request.limit,
            (row) => pickFields(predictionOf(row, viewerId !== undefined), request.fields)
          )
          return {
            items,
            total: first.total,
            next_cursor: last === null ? null : cursorAt(sort, last),
            ...yesPercent(first.yes_count, first.prediction_count)
          }
        }),
      ofAccount: (accountId, request) =>
        Effect.gen(function*() {
          const none: Page<OwnPrediction> = { items: [], total: 0, next_cursor: null }
          if (request.question_id !== undefined && !isUuid(request.question_id)) return none
          const { params, text } = ownListing(accountId, request, yield* startOf(request, ownCursor))
          const rows = yield* all<PageRow<OwnRow>>("ofAccount", text, params)
          const { items, last } = shownOf(
            listedOf<OwnRow>(rows, "id"),
            request.limit,
            (row): OwnPrediction => pickFields(ownOf(row), request.fields)
          )
          return {
            items,
            total: rows[0]?.total ?? 0,
            next_cursor: last === null ? null : ownCursor.encode([last.place, last.id])
          }
        })
    }))
)

/** Reads each page in one statement, which reads no more texts than a page has bytes for. */
export const PredictionListStorePg = { layer }
