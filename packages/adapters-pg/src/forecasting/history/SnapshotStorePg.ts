import { type ConsensusCounts } from "@auspex/domain/consensus"
import { SnapshotStore } from "@auspex/domain/history"
import { mapPage, UnitOfWork } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import { storeStatements } from "../../database/statementsOf.ts"
import { isId, listCursor, tupleOf } from "../../kernel/Cursor.ts"
import { paged, pageOf } from "../../kernel/PageRow.ts"
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
    const { all, first, run } = yield* storeStatements("snapshots")
    const unit = yield* UnitOfWork
    return SnapshotStore.of({
      list: (questionId, page, before) =>
        Effect.gen(function*() {
          if (!isUuid(questionId)) return undefined
          const { after, ...slice } = yield* paged(page, cursor)
          const rows = yield* all("list", snapshotListing[before === undefined ? "now" : "earlier"], {
            question_id: questionId,
            before: before ?? null,
            ...slice,
            after_at: after?.[0] ?? null,
            after_id: after?.[1] ?? null
          })
          const [begin] = rows
          if (begin === undefined) return undefined
          const found = pageOf<SnapshotRow, Position>(rows, "id", page, cursor, ({ id, position }) => [position, id])
          return { ...mapPage(found, countsOf), options: begin.options }
        }),

      course: (questionId, to, before) =>
        Effect.gen(function*() {
          if (!isUuid(questionId)) return undefined
          const parameters = { question_id: questionId, before: before ?? null }
          const row = yield* first("course", courseQuestion[before === undefined ? "now" : "earlier"], parameters)
          if (row === undefined) return undefined
          const snapshots = yield* all("course", courseSnapshots, { ...parameters, to: to ?? null })
          const { confidence_sum, now, option_counts, total_agents, yes_count, ...question } = row
          return {
            now,
            question,
            current: { taken_at: now, total_agents, yes_count, confidence_sum, option_counts },
            snapshots: snapshots.toReversed()
          }
        }),

      takeNext: unit.transact(
        Effect.gen(function*() {
          yield* run("takeNext", beginDay)
          const claimed = yield* first("takeNext", claimDay)
          if (claimed === undefined) return false
          yield* run("takeNext", takeDay, [batchMax])
          return true
        })
      )
    })
  })
)

/** Stores `consensus_snapshots`. Placements write the snapshots of moves, this store the daily ones. */
export const SnapshotStorePg = { layer }
