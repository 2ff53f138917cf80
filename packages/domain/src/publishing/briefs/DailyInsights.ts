import { Context, Effect, Layer } from "effect"
import { Leases, whileHeld } from "../../kernel/Leases.ts"
import { type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { BriefWriter, type DayMaterial } from "./BriefWriter.ts"
import { DailyInsightsStore, type DayAsked, type DayFacts, type ResolutionOfDay } from "./DailyInsightsStore.ts"
import { contested, mostPredicted, movers, leadingShare } from "./DayHighlights.ts"
import type { InsightsOfDay, ResolvedOfDay } from "./InsightsOfDay.ts"

/**
 * How many past days are stored, and how many minutes after its end a day is stored, so that payouts of its last minute
 * are included.
 */
export const daysKeptMax = 30
const dayGraceMinutes = 10

/** The insights of a day list the questions that close within this number of days. */
export const closingDaysMax = 3

const leaseName = "daily-insights"
const leaseSeconds = 120

/** Daily summaries of what happened on the platform. */
export class DailyInsights extends Context.Tag("auspex/DailyInsights")<DailyInsights, {
  /**
   * The insights of a UTC day (YYYY-MM-DD), or of today so far. Those stored by `keepNext` never change; others are
   * computed from the current record. Fails with INVALID_REQUEST for a day in the future, by the database's clock.
   */
  readonly ofDay: (date: string | undefined) => Effect.Effect<InsightsOfDay, Refusal | StorageUnavailable>
  /**
   * Stores the insights of the latest day that is over and not stored yet, on one instance at a time. Returns whether
   * there was one.
   */
  readonly keepNext: Effect.Effect<boolean, StorageUnavailable>
}>() {
  /** `holder` is the unique name of this instance. */
  static readonly layer = (
    holder: string
  ): Layer.Layer<DailyInsights, never, DailyInsightsStore | BriefWriter | Leases> =>
    Layer.effect(
      DailyInsights,
      Effect.gen(function*() {
        const store = yield* DailyInsightsStore
        const writer = yield* BriefWriter
        const leases = yield* Leases

        const write = (asked: DayAsked, isStored: boolean): Effect.Effect<InsightsOfDay, StorageUnavailable> =>
          Effect.gen(function*() {
            const material = dayMaterial(asked, yield* store.facts(asked.date))
            return { ...material, ...(yield* writer.day(material, isStored)) }
          })

        return DailyInsights.of({
          ofDay: (date) =>
            Effect.gen(function*() {
              const asked = yield* store.ask(date)
              if (asked.kept !== undefined) return withYesPct(asked.kept)
              if (asked.date > asked.today) {
                const message =
                  `date is ${asked.date}; today is ${asked.today} (UTC), and later days have not happened.`
                return yield* refuse("INVALID_REQUEST", message, {
                  field: "date",
                  measured: asked.date,
                  limit: asked.today
                })
              }
              return withYesPct(yield* write(asked, false))
            }),
          keepNext: Effect.gen(function*() {
            const day = yield* store.dayToKeep({ daysMax: daysKeptMax, graceMinutes: dayGraceMinutes })
            if (day === undefined) return false
            const isDone = yield* whileHeld(leases, { name: leaseName, holder, seconds: leaseSeconds }, () =>
              Effect.gen(function*() {
                const asked = yield* store.ask(day)
                if (asked.kept === undefined)
                  yield* store.keep(yield* write(asked, true))
                return true
              }))
            return isDone === true
          })
        })
      })
    )
}

/** Adds the alias of `yes_percent`, which stored insights do not have. */
const withYesPct = (insights: InsightsOfDay): InsightsOfDay => {
  const named = <Row extends { readonly yes_percent?: number }>(row: Row) =>
    row.yes_percent === undefined ? row : { ...row, yes_pct: row.yes_percent }
  return {
    ...insights,
    most_predicted: insights.most_predicted.map(named),
    resolved: insights.resolved.map(named),
    contested: insights.contested.map(named)
  }
}

const resolvedOf = (question: ResolutionOfDay): ResolvedOfDay => ({
  question_id: question.question_id,
  question: question.question,
  predictions: question.counts.reduce((total, count) => total + count, 0),
  ...leadingShare(question, question.counts),
  ...(question.question_type === "binary"
    ? { outcome: question.outcome }
    : { correct_options: question.correct_options ?? [] }),
  accuracy: question.score === null || question.score.scored === 0
    ? null
    : Math.round((10_000 * question.score.correct) / question.score.scored) / 10_000
})

/** Whether a UTC day (YYYY-MM-DD) is complete: ten minutes after its end. */
const isOver = (date: string, now: Date): boolean =>
  now.getTime() - Date.parse(`${date}T00:00:00Z`) >= (24 * 60 + dayGraceMinutes) * 60_000

/** Computes the figures and lists of a day from its facts. */
export const dayMaterial = ({ date, now }: Pick<DayAsked, "date" | "now">, facts: DayFacts): DayMaterial => ({
  date,
  generated_at: now,
  final: isOver(date, now),
  movers: movers(facts.predicted),
  most_predicted: mostPredicted(facts.predicted),
  new_questions: facts.opened,
  resolved: facts.resolved.map(resolvedOf),
  closing_soon: facts.closing,
  contested: contested(facts.predicted),
  top_calls: facts.calls,
  figures: facts.figures
})
