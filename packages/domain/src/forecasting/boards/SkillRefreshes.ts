import { Context, Effect, Layer } from "effect"
import { Changes } from "../../kernel/Changes.ts"
import { Leases, whileHeld } from "../../kernel/Leases.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { skillInSteps } from "../scoring/SkillModel.ts"
import { SkillRecordBuilder } from "../scoring/SkillRecord.ts"
import {
  type RefreshSummary,
  type RankedAccount,
  type ScoredPrediction,
  SkillRefreshStore
} from "./SkillRefreshStore.ts"
import { SkillGroupSums } from "./SkillGroupSums.ts"

/** How many rows are read or written at a time: a few milliseconds of work, after which other fibers run. */
const refreshBatchMax = 2_000

const leaseName = "skill board"
const leaseSeconds = 60
/** How many batches there are between two renewals of the lease. */
const batchesPerRenewal = 50

/** Runs `ask` once in `batchesPerRenewal` times and returns true otherwise. */
const everySoOften = <E>(ask: Effect.Effect<boolean, E>): Effect.Effect<boolean, E> => {
  let times = 0
  return Effect.suspend(() => ++times % batchesPerRenewal === 0 ? ask : Effect.succeed(true))
}

/** Reads all rows in batches; returns false when `goesOn` did. */
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
      if (rows.length < refreshBatchMax) return true
      last = rows.at(-1)
    } while (yield* goesOn)
    return false
  })

/**
 * Refreshes the skill board: reads all settled predictions, with 16 bytes of memory each, and writes all rows. Does not
 * block other requests.
 */
export class SkillRefreshes extends Context.Tag("auspex/SkillRefreshes")<SkillRefreshes, {
  /** Refreshes the board now, even if nothing has changed. */
  readonly refresh: Effect.Effect<RefreshSummary, StorageUnavailable>
  /**
   * Refreshes the board when that is due and no other instance is doing it. `holder` is the unique name of this
   * instance.
   */
  readonly refreshWhenDue: (holder: string) => Effect.Effect<RefreshSummary | undefined, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<SkillRefreshes, never, SkillRefreshStore | Leases | Changes> = Layer.effect(
    SkillRefreshes,
    Effect.gen(function*() {
      const drawings = yield* SkillRefreshStore
      const leases = yield* Leases
      const changes = yield* Changes
      /** `stay` is checked now and then; when it returns false, the refresh is abandoned and never becomes visible. */
      const draw = (stay: Effect.Effect<boolean, StorageUnavailable>) =>
        Effect.gen(function*() {
          const begun = yield* drawings.begin
          const goesOn = everySoOften(stay)
          const sums = new SkillGroupSums()
          const record = new SkillRecordBuilder()
          let predictions = 0
          const counted = yield* walk<RankedAccount, StorageUnavailable>(
            (after) => drawings.accounts(after?.id, refreshBatchMax),
            (account) => {
              sums.join(account)
            },
            goesOn
          )
          if (!counted) return undefined
          const read = yield* walk<ScoredPrediction, StorageUnavailable>(
            (after) => drawings.predictions(after, refreshBatchMax),
            (prediction) => {
              if (!sums.count(prediction)) return
              record.add(prediction.account_id, prediction.question_id, prediction.brier_score)
              predictions += 1
            },
            goesOn
          )
          if (!read) return undefined
          const { estimates, parameters } = yield* skillInSteps(record.build())
          for (let at = 0; at < estimates.length; at += refreshBatchMax) {
            const batch = estimates.slice(at, at + refreshBatchMax)
            for (const estimate of batch) sums.weigh(estimate)
            yield* drawings.write(begun.generation, at + 1, batch)
            if (!(yield* goesOn)) return undefined
          }
          yield* drawings.writeGroups(begun.generation, sums.groups())
          const summary: RefreshSummary = { accounts: estimates.length, predictions, parameters }
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
            // The previous holder of the lease may have refreshed the board just now.
            return yield* whileHeld(leases, { name: leaseName, holder, seconds: leaseSeconds }, (renewal) =>
              Effect.flatMap(drawings.isDue, (due) =>
                due ? draw(renewal) : Effect.succeed(undefined)))
          })
      })
    })
  )
}
