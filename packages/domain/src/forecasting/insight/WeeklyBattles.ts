import { Context, Effect, Layer } from "effect"
import { Changes } from "../../kernel/Changes.ts"
import { DatabaseClock } from "../../kernel/DatabaseClock.ts"
import { Leases, whileHeld } from "../../kernel/Leases.ts"
import { type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { battleQuestionsMin } from "./BattleStanding.ts"
import { type IsoWeek, isoWeekEnd, isoWeekOf, isoWeekStart, isoWeekText, parseIsoWeek } from "./IsoWeek.ts"
import { battleGraceSeconds, battleStandingsMax, type WeeklyBattle } from "./WeeklyBattle.ts"
import { type BattleFacts, WeeklyBattleStore } from "./WeeklyBattleStore.ts"

const leaseName = "weekly-battles"
const leaseSeconds = 60

/** Weekly rankings by peer score. */
export class WeeklyBattles extends Context.Tag("auspex/WeeklyBattles")<WeeklyBattles, {
  /**
   * The battle of a week (`2026-W07`), or of the current one by the database's clock. Fails with INVALID_REQUEST for an
   * invalid week and for one that has not begun.
   */
  readonly ofWeek: (week: string | undefined) => Effect.Effect<WeeklyBattle, Refusal | StorageUnavailable>
  /** Finalises the earliest battle that is over, on one instance at a time. Returns whether there was one. */
  readonly finaliseNext: Effect.Effect<boolean, StorageUnavailable>
}>() {
  /** `holder` is the unique name of this instance. */
  static readonly layer = (
    holder: string
  ): Layer.Layer<WeeklyBattles, never, WeeklyBattleStore | DatabaseClock | Leases | Changes> =>
    Layer.effect(
      WeeklyBattles,
      Effect.gen(function*() {
        const store = yield* WeeklyBattleStore
        const clock = yield* DatabaseClock
        const leases = yield* Leases
        const changes = yield* Changes

        return WeeklyBattles.of({
          ofWeek: (text) =>
            Effect.gen(function*() {
              const now = yield* clock.now
              const current = isoWeekText(isoWeekOf(now))
              const week = parseIsoWeek(text ?? current)
              if (week === undefined) {
                return yield* refuse("INVALID_REQUEST", "week must be an ISO week, such as 2026-W07.", {
                  field: "week"
                })
              }
              const starts_at = isoWeekStart(week)
              if (starts_at.getTime() > now.getTime()) {
                const message = `week is ${isoWeekText(week)}; this is ${current}, and later ones have not begun.`
                return yield* refuse("INVALID_REQUEST", message, { field: "week", limit: current })
              }
              const facts = yield* store.read({ starts_at, ends_at: isoWeekEnd(week) }, battleStandingsMax)
              return battleOf(week, facts, now)
            }),
          finaliseNext: Effect.gen(function*() {
            const starts_at = yield* store.weekToFinalise(battleGraceSeconds)
            if (starts_at === undefined) return false
            const week = isoWeekOf(starts_at)
            const isDone = yield* whileHeld(leases, { name: leaseName, holder, seconds: leaseSeconds }, () =>
              Effect.as(store.finalise(isoWeekText(week), { starts_at, ends_at: isoWeekEnd(week) }), true))
            if (isDone !== true)
              return false
            yield* changes.announce(["boards"])
            return true
          })
        })
      })
    )
}

const battleOf = (week: IsoWeek, facts: BattleFacts, now: Date): WeeklyBattle => {
  const ends_at = isoWeekEnd(week)
  // An empty week is not stored: once it is over, nothing can be resolved in it any more.
  const isEmptyForGood = facts.questions === 0 && !facts.is_paying &&
    ends_at.getTime() + battleGraceSeconds * 1_000 <= now.getTime()
  const is_final = facts.is_final || isEmptyForGood
  const [first, second] = facts.standings
  return {
    week: isoWeekText(week),
    starts_at: isoWeekStart(week),
    ends_at,
    status: is_final ? "final" : "live",
    minimum_questions: battleQuestionsMin,
    questions: facts.questions,
    participants: facts.participants,
    standings: facts.standings,
    ...(is_final && first?.rank === 1 && second?.rank !== 1 ? { winner: first } : {}),
    ...(facts.previous === null ? {} : { previous_week: isoWeekText(isoWeekOf(facts.previous)) }),
    ...(facts.next === null ? {} : { next_week: isoWeekText(isoWeekOf(facts.next)) })
  }
}
