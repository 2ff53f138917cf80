import { Context, Effect, Layer } from "effect"
import { downsample } from "./Downsample.ts"
import { requireAsOf } from "./History.ts"
import { HistoryStore } from "./HistoryStore.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { questionNotFound } from "../questions/Questions.ts"
import { type ConsensusSnapshot, snapshotOf } from "../consensus/ConsensusSnapshot.ts"
import { type ConsensusTimeline, SnapshotStore } from "./SnapshotStore.ts"

/** The maximum number of points of a chart. */
const chartPointsMax = 500

/** The requested part of a consensus history; absent bounds are open. */
export interface ChartRequest {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly as_of?: Date | undefined
}

/** A consensus history, downsampled to `chartPointsMax` points. */
export interface ChartData {
  readonly question: ConsensusTimeline["question"]
  readonly from: Date
  readonly to: Date
  /** In order of time; each point is valid until the next (a step function). */
  readonly points: ReadonlyArray<ConsensusSnapshot>
}

/** The history of the consensus on questions. With `asOf`, as it was at that instant. */
export class ConsensusHistory extends Context.Tag("auspex/ConsensusHistory")<ConsensusHistory, {
  /** Newest first. Fails with QUESTION_NOT_FOUND. */
  readonly snapshots: (questionId: string, page: PageRequest, asOf?: Date) => UseCaseEffect<Page<ConsensusSnapshot>>
  /** Fails with QUESTION_NOT_FOUND, and with INVALID_REQUEST on `to` when it is before `from`. */
  readonly chart: (questionId: string, request: ChartRequest) => UseCaseEffect<ChartData>
  /** Takes the next due end-of-day snapshots; returns whether there may be more. For a worker. */
  readonly takeNext: Effect.Effect<boolean, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<ConsensusHistory, never, SnapshotStore | HistoryStore> = Layer.effect(
    ConsensusHistory,
    Effect.gen(function*() {
      const store = yield* SnapshotStore
      const history = yield* HistoryStore
      const boundOf = (asOf: Date | undefined): UseCaseEffect<Date | undefined> =>
        asOf === undefined ? Effect.succeed(undefined) : requireAsOf(history, asOf)

      return ConsensusHistory.of({
        snapshots: (questionId, page, asOf) =>
          Effect.gen(function*() {
            const before = yield* boundOf(asOf)
            const { items, next_cursor, options, total } = yield* foundOr(
              store.list(questionId, page, before),
              questionNotFound(questionId)
            )
            return { items: items.map((counts) => snapshotOf(counts, options)), next_cursor, total }
          }),

        chart: (questionId, { as_of, from, to }) =>
          Effect.gen(function*() {
            if (from !== undefined && to !== undefined && from.getTime() > to.getTime()) {
              return yield* refuse("INVALID_REQUEST", "to must not be earlier than from.", { field: "to" })
            }
            const before = yield* boundOf(as_of)
            const course = yield* foundOr(store.course(questionId, to, before), questionNotFound(questionId))
            return chartOf(as_of === undefined ? course : { ...course, now: as_of }, from, to)
          }),

        takeNext: store.takeNext
      })
    })
  )
}

/**
 * The chart from `from` (default: the first snapshot) to `to` (default: now, or the last snapshot of a resolved
 * question): the state at `from`, the snapshots since, and the current state unless the question is resolved.
 */
export const chartOf = (course: ConsensusTimeline, from: Date | undefined, to: Date | undefined): ChartData => {
  const { current, now, question, snapshots } = course
  const isResolved = question.status === "resolved"
  const latest = snapshots.at(-1)
  const resolvedAt = question.resolved_at ?? now
  const end = to ?? (isResolved ? later(resolvedAt, latest?.taken_at ?? resolvedAt) : now)
  const showsNow = !isResolved && current.total_agents > 0 && now.getTime() <= end.getTime() &&
    (latest === undefined || latest.taken_at.getTime() < now.getTime())
  const all = (showsNow ? [...snapshots, { ...current, taken_at: now }] : snapshots)
    .map((counts) => snapshotOf(counts, question.options))
  const begin = from ?? all[0]?.taken_at ?? question.published_at ?? question.created_at
  const start = begin.getTime() > end.getTime() ? end : begin
  return { question, from: start, to: end, points: thinned(since(all, start), question.question_type) }
}

const later = (a: Date, b: Date): Date => a.getTime() > b.getTime() ? a : b

/** The points from `start` on; the last one before it is moved to `start`, because it is still valid there. */
const since = (points: ReadonlyArray<ConsensusSnapshot>, start: Date): ReadonlyArray<ConsensusSnapshot> => {
  const next = points.findIndex(({ taken_at }) => taken_at.getTime() > start.getTime())
  const first = (next === -1 ? points.length : next) - 1
  return points.slice(Math.max(0, first)).map((point) =>
    point.taken_at.getTime() < start.getTime() ? { ...point, taken_at: start } : point
  )
}

/** Downsamples by the share of yes, or of the option that leads at the end. */
const thinned = (
  points: ReadonlyArray<ConsensusSnapshot>,
  type: "binary" | "multi"
): ReadonlyArray<ConsensusSnapshot> => {
  const options = points.at(-1)?.options ?? []
  const leader = options.reduce((best, { count }, index) => count > (options[best]?.count ?? 0) ? index : best, 0)
  const share = (point: ConsensusSnapshot): number =>
    type === "multi" ? point.options?.[leader]?.percent ?? 0 : point.yes_percent
  return downsample(points, chartPointsMax, ({ taken_at }) => taken_at.getTime(), share)
}
