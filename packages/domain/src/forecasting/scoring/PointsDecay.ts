import { Context, Effect, Layer } from "effect"
import { decayDue } from "./Decay.ts"
import { Changes } from "../../kernel/Changes.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import { DecayStore } from "./DecayStore.ts"
import { PointsLedger } from "./PointsLedger.ts"

/** How many accounts one transaction handles. */
const decayBatchMax = 500

/** The daily decay of idle balances. */
export class PointsDecay extends Context.Tag("auspex/PointsDecay")<PointsDecay, {
  /**
   * Decays the next batch of due accounts. Each account decays once per UTC day by the database's clock, on any number
   * of instances. Returns the size of the batch; 0 when none are left.
   */
  readonly decayNext: Effect.Effect<number, StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<PointsDecay, never, DecayStore | PointsLedger | UnitOfWork | Changes> = Layer
    .effect(
      PointsDecay,
      Effect.gen(function*() {
        const store = yield* DecayStore
        const ledger = yield* PointsLedger
        const unit = yield* UnitOfWork
        const changes = yield* Changes
        return PointsDecay.of({
          decayNext: unit.transact(Effect.gen(function*() {
            const idle = yield* store.lockIdle(decayBatchMax)
            const due = idle.map((account) => ({ account, amount: decayDue(account.points, account.days_idle) }))
            yield* ledger.append(
              due.filter(({ amount }) => amount > 0).map(({ account, amount }) => ({
                account_id: account.account_id,
                amount: -amount,
                reason: "decay",
                note: `${account.days_idle} days without a prediction`,
                key: `decay:${account.account_id}:${account.today}`
              }))
            )
            yield* store.markDecayed(idle.map((account) => account.account_id))
            return idle.length
          })).pipe(Effect.tap((count) => count > 0 ? changes.announce(["leaderboard"]) : Effect.void))
        })
      })
    )
}
