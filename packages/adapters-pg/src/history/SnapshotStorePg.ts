import { type ConsensusCounts } from "@auspex/domain/consensus"
import { SnapshotStore } from "@auspex/domain/history"
import { mapPage, UnitOfWork, isUuid } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { isId, listCursor, tupleOf } from "../kernel/Cursor.ts"
import { paged, pageOf } from "../kernel/PageRow.ts"
import {
  beginDay,
  claimDay,
  courseQuestion,
  courseSnapshots,
  snapshotListing,
  type SnapshotRow,
  takeDay
} from "./snapshotSql.ts"

/** The number of questions whose snapshots one transaction takes. */
const batchMax = 500

type Position = readonly [takenAt: string, id: string]

const isTakenAt = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))

const cursor = listCursor("snapshots", tupleOf<Position>(isTakenAt, isId))

const countsOf = (
  { confidence_sum, option_counts, taken_at, total_agents, yes_count }: ConsensusCounts
): ConsensusCounts => ({ taken_at, total_agents, yes_count, confidence_sum, option_counts })

const layer: Layer.Layer<SnapshotStore, never, SqlClient | UnitOfWork> = Layer.effect(
  SnapshotStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient
    const unit = yield* UnitOfWork
    return SnapshotStore.of({
      list: (questionId, page, before) =>
        Effect.gen(function*() {
          if (!isUuid(questionId)) return undefined
          const { after, ...slice } = yield* paged(page, cursor)
          const rows = yield* snapshotListing[before === undefined ? "now" : "earlier"].run(sql, {
            question_id: questionId,
            before: before ?? null,
            ...slice,
            after_at: after?.[0] ?? null,
            after_id: after?.[1] ?? null
          }).pipe(storage("snapshots.list"))
          const [first] = rows
          if (first === undefined) return undefined
          const found = pageOf<SnapshotRow, Position>(rows, "id", page, cursor, ({ id, position }) => [position, id])
          return { ...mapPage(found, countsOf), options: first.options }
        }),

      course: (questionId, to, before) =>
        Effect.gen(function*() {
          if (!isUuid(questionId)) return undefined
          const parameters = { question_id: questionId, before: before ?? null }
          const [row] = yield* courseQuestion[before === undefined ? "now" : "earlier"].run(sql, parameters)
          if (row === undefined) return undefined
          const snapshots = yield* courseSnapshots.run(sql, { ...parameters, to: to ?? null })
          const { confidence_sum, now, option_counts, total_agents, yes_count, ...question } = row
          return {
            now,
            question,
            current: { taken_at: now, total_agents, yes_count, confidence_sum, option_counts },
            snapshots: snapshots.toReversed()
          }
        }).pipe(storage("snapshots.course")),

      takeNext: unit.transact(
        Effect.gen(function*() {
          yield* sql.unsafe(beginDay)
          const [claimed] = yield* sql.unsafe(claimDay)
          if (claimed === undefined) return false
          yield* sql.unsafe(takeDay, [batchMax])
          return true
        }).pipe(storage("snapshots.takeNext"))
      )
    })
  })
)

/** Stores `consensus_snapshots`. Placements write the snapshots of moves, this store the daily ones. */
export const SnapshotStorePg = { layer }
