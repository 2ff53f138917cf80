import { Context, Effect, Layer } from "effect"
import type { ConsensusData } from "../../forecasting/consensus/ConsensusData.ts"
import type { BriefFacts } from "./BriefStore.ts"
import { briefSummary } from "./BriefSummary.ts"
import { dailySummary } from "./DailySummary.ts"
import type { InsightsOfDay } from "./InsightsOfDay.ts"
import type { IntelBrief } from "./IntelBrief.ts"
import { type KeyArgument, keyArgumentSteps } from "./KeyArguments.ts"
import { atOnce } from "../../kernel/inTurns.ts"
import { inSlices, type WorkSteps } from "./WorkSteps.ts"

/** What a brief is written from. */
export interface BriefMaterial {
  readonly facts: BriefFacts
  readonly consensus: ConsensusData
}

/** The written part of a brief. */
export type BriefText = Pick<IntelBrief, "generated_by" | "summary" | "arguments_for" | "arguments_against">

/** The figures and lists of a day, without its summary. */
export type DayMaterial = Omit<InsightsOfDay, "generated_by" | "summary">

/** The written part of a day's insights. */
export type DayText = Pick<InsightsOfDay, "generated_by" | "summary">

/**
 * Writes the texts of briefs and daily insights. It gets all facts and may use nothing else: every argument is a
 * sentence of the prediction that it names, and every address is among the facts. It never fails: an implementation
 * with external dependencies falls back to `extractiveBrief` and `extractiveDay`.
 */
export class BriefWriter extends Context.Tag("auspex/BriefWriter")<BriefWriter, {
  readonly brief: (material: BriefMaterial) => Effect.Effect<BriefText>
  /** `isStored`: whether the text is kept for good, and not made anew for every reader. */
  readonly day: (material: DayMaterial, isStored: boolean) => Effect.Effect<DayText>
}>() {
  /**
   * The built-in implementation: quotes predictions and fills templates with figures. Deterministic. Works in slices of
   * a few milliseconds, between which the event loop runs.
   */
  static readonly extractive: Layer.Layer<BriefWriter> = Layer.succeed(
    BriefWriter,
    BriefWriter.of({
      brief: (material) => inSlices(() => briefSteps(material)),
      day: (material) => Effect.sync(() => extractiveDay(material))
    })
  )
}

const extractive = "extractive"

const argumentOf = ({ confidence, prediction_id, selected_option, text, user_name }: KeyArgument) => ({
  prediction_id,
  user_name,
  confidence,
  ...(selected_option === null ? {} : { selected_option }),
  text
})

/** Writes a brief by quotation: the most central sentences of each side, and a summary from templates. */
export const extractiveBrief = (material: BriefMaterial): BriefText => atOnce(briefSteps(material))

/** `extractiveBrief` in steps. */
export function* briefSteps({ consensus, facts }: BriefMaterial): WorkSteps<BriefText> {
  const { context, question } = facts.question
  const topic = context === null ? question : `${question} ${context}`
  const arguments_for = yield* keyArgumentSteps({ predictions: facts.strongest_for, topic })
  const arguments_against = yield* keyArgumentSteps({ predictions: facts.strongest_against, topic })
  return {
    generated_by: extractive,
    summary: briefSummary({ ...facts, consensus, arguments_for, arguments_against }),
    arguments_for: arguments_for.map(argumentOf),
    arguments_against: arguments_against.map(argumentOf)
  }
}

/** Writes the summary of a day from templates. */
export const extractiveDay = (material: DayMaterial): DayText => ({
  generated_by: extractive,
  summary: dailySummary(material)
})
