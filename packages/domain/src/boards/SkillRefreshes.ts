import { Context, Effect, Layer } from "effect"
import { Changes } from "../kernel/Changes.ts"
import { Leases, whileHeld } from "../kernel/Leases.ts"
import type { StorageUnavailable } from "../kernel/StorageUnavailable.ts"
import { skillInSteps } from "../scoring/SkillModel.ts"
import { SkillRecordBuilder } from "../scoring/SkillRecord.ts"
import { type DrawingSummary, type RankedAccount, type ScoredPrediction, SkillDrawings } from "./SkillDrawing.ts"
import { SkillGroupSums } from "./SkillGroups.ts"

/** Rows read or written at a time: some milliseconds of work, between which everything else goes on. */
export const drawingBatch = 2_000

const leaseName = "skill board"
const leaseSeconds = 60
/** How many batches there are between two renewals of the lease. */
const batchesPerRenewal = 50

/** Asks only once in `batchesPerRenewal` times, and says yes otherwise. */
const everySoOften = <E>(ask: Effect.Effect<boolean, E>): Effect.Effect<boolean, E> => {
  let times = 0
  return Effect.suspend(() => ++times % batchesPerRenewal === 0 ? ask : Effect.succeed(true))
}

/** Reads all rows, batch after batch; false when it was told not to go on. */
const walk = <Row, E>(
  read: (after: Row | undefined) => Effect.Effect<ReadonlyArray<Row>, E>,
  each: (row: Row) => void,
  goesOn: Effect.Effect<boolean, E>
): Effect.Effect<boolean, E> =>
  Effect.gen(function*() {
    let last: Row | undefined
    do {
      const rows: ReadonlyArray<Row> = yield* read(last)
      for (const row of rows) each(row)
      if (rows.length < drawingBatch) return true
      last = rows.at(-1)
    } while (yield* goesOn)
    return false
  })

/**
 * Draws the board by skill anew. It reads every settled prediction, in memory of 16 bytes for each, and writes the
 * places of everybody; the answers of other requests wait for none of it.
 */
export class SkillRefreshes extends Context.Tag("auspex/SkillRefreshes")<SkillRefreshes, {
  /** Draws it now, whatever the last drawing is like. */
  readonly refresh: Effect.Effect<DrawingSummary, StorageUnavailable>
  /** Draws it when it is due and no other instance is at it. `holder` is a name that no other instance has. */
  readonly refreshWhenDue: (holder: string) => Effect.Effect<DrawingSummary | undefined, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<SkillRefreshes, never, SkillDrawings | Leases | Changes> = Layer.effect(
    SkillRefreshes,
    Effect.gen(function*() {
      const drawings = yield* SkillDrawings
      const leases = yield* Leases
      const changes = yield* Changes
      /** `stay` is asked now and then; when it answers false the drawing is left as it is, and nobody will see it. */
      const draw = (stay: Effect.Effect<boolean, StorageUnavailable>) =>
        Effect.gen(function*() {
          const begun = yield* drawings.begin
          const goesOn = everySoOften(stay)
          const sums = new SkillGroupSums()
          const record = new SkillRecordBuilder()
          let predictions = 0
          const counted = yield* walk<RankedAccount, StorageUnavailable>(
            (after) => drawings.accounts(after?.id, drawingBatch),
            (account) => {
              sums.join(account)
            },
            goesOn
          )
          if (!counted) return undefined
          const read = yield* walk<ScoredPrediction, StorageUnavailable>(
            (after) => drawings.predictions(after, drawingBatch),
            (prediction) => {
              if (!sums.count(prediction)) return
              record.add(prediction.account_id, prediction.question_id, prediction.brier_score)
              predictions += 1
            },
            goesOn
          )
          if (!read) return undefined
          const { estimates, parameters } = yield* skillInSteps(record.build())
          for (let at = 0; at < estimates.length; at += drawingBatch) {
            const batch = estimates.slice(at, at + drawingBatch)
            for (const estimate of batch) sums.weigh(estimate)
            yield* drawings.write(begun.generation, at + 1, batch)
            if (!(yield* goesOn)) return undefined
          }
          yield* drawings.writeGroups(begun.generation, sums.groups())
          const summary: DrawingSummary = { accounts: estimates.length, predictions, parameters }
          yield* drawings.show(begun, summary)
          yield* changes.announce(["boards"])
          while (yield* drawings.sweep) yield* Effect.yieldNow()
          return summary
        })

      return SkillRefreshes.of({
        refresh: Effect.flatMap(
          draw(Effect.succeed(true)),
          (summary) =>
            summary === undefined ? Effect.dieMessage("nobody called this drawing off") : Effect.succeed(summary)
        ),
        refreshWhenDue: (holder) =>
          Effect.gen(function*() {
            if (!(yield* drawings.isDue)) return undefined
            // Whoever held the lease before may just have done it.
            return yield* whileHeld(leases, { name: leaseName, holder, seconds: leaseSeconds }, (renewal) =>
              Effect.flatMap(drawings.isDue, (due) =>
                due ? draw(renewal) : Effect.succeed(undefined)))
          })
      })
    })
  )
}
