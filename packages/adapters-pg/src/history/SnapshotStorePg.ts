import { type ConsensusCounts, type ConsensusCourse, SnapshotStore } from "@auspex/domain/consensus"
import { UnitOfWork } from "@auspex/domain/kernel"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { listCursor } from "../kernel/Cursor.ts"
import { isUuid } from "../kernel/isUuid.ts"
import { beginDay, claimDay, courseQuestion, courseSnapshots, snapshotListing, takeDay } from "./snapshotSql.ts"

/** How many questions' snapshots one transaction takes. */
const batchMax = 500

type Position = readonly [takenAt: string, id: string]

const cursor = listCursor("snapshots", (value): value is Position => {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [takenAt, id] = value as ReadonlyArray<unknown>
  return typeof takenAt === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(takenAt) &&
    !Number.isNaN(Date.parse(takenAt)) && typeof id === "string" && isUuid(id)
})

type ListedRow =
  & { readonly total: number; readonly options: ReadonlyArray<string> | null }
  & (
    | (ConsensusCounts & { readonly id: string; readonly position: string })
    | { readonly id: null }
  )

type QuestionRow = ConsensusCourse["question"] & Omit<ConsensusCounts, "taken_at"> & { readonly now: Date }

const countsOf = (
  { confidence_sum, option_counts, taken_at, total_agents, yes_count }: ConsensusCounts
): ConsensusCounts => ({ taken_at, total_agents, yes_count, confidence_sum, option_counts })

/** `consensus_snapshots`: those of moves are written by placements, those of days here. */
export const SnapshotStorePgLive: Layer.Layer<SnapshotStore, never, SqlClient.SqlClient | UnitOfWork> = Layer.effect(
  SnapshotStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const unit = yield* UnitOfWork
    return SnapshotStore.of({
      list: (questionId, page, before) =>
        Effect.gen(function*() {
          if (!isUuid(questionId)) return undefined
          const after = page.cursor === undefined ? undefined : yield* cursor.decode(page.cursor)
          const rows = yield* sql.unsafe<ListedRow>(snapshotListing(before === undefined ? "now" : "earlier"), [
            questionId,
            before ?? null,
            page.limit + 1,
            after === undefined ? page.offset : 0,
            ...(after ?? [null, null])
          ]).pipe(storage("snapshots.list"))
          const [first] = rows
          if (first === undefined) return undefined
          const listed = rows.flatMap((row) => row.id === null ? [] : [row])
          const items = listed.slice(0, page.limit)
          const last = items.at(-1)
          return {
            items: items.map(countsOf),
            options: first.options,
            total: first.total,
            next_cursor: listed.length > page.limit && last !== undefined
              ? cursor.encode([last.position, last.id])
              : null
          }
        }),

      course: (questionId, to, before) =>
        Effect.gen(function*() {
          if (!isUuid(questionId)) return undefined
          const [row] = yield* sql.unsafe<QuestionRow>(courseQuestion(before === undefined ? "now" : "earlier"), [
            questionId,
            before ?? null
          ])
          if (row === undefined) return undefined
          const snapshots = yield* sql.unsafe<ConsensusCounts>(courseSnapshots, [
            questionId,
            before ?? null,
            to ?? null
          ])
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
