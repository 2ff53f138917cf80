import { type Argument, consensus, type ConsensusTally, shareInterval } from "../../forecasting/consensus/Consensus.ts"
import type { ConsensusData } from "../../forecasting/consensus/ConsensusData.ts"
import { effectiveAgents } from "../../forecasting/consensus/EffectiveAgents.ts"
import type { Interval } from "../../kernel/Interval.ts"
import { meanInterval } from "../../kernel/meanInterval.ts"
import { percentOf } from "../../kernel/percentOf.ts"
import { yesPercent } from "../../kernel/YesPercent.ts"
import type { SurveyQuestionRow } from "./SurveyQuestionRow.ts"
import { type QuestionTally, sidesOf } from "./SurveyTallies.ts"

/** A question of a survey, with the strongest arguments of its consensus. */
export interface SurveyedQuestion {
  readonly id: string
  readonly question: string
  /** Null for binary questions. */
  readonly options: ReadonlyArray<string> | null
  readonly strongest_for?: Argument | null
  readonly strongest_against?: Argument | null
}

/** The answers by side, and the side that the results measure. */
export interface MeasuredSide {
  /** The answers by side: of no and of yes, or of each option. */
  readonly counts: ReadonlyArray<number>
  /** The index of the measured side: 1 (yes) on a binary question, else the index of the leading option. */
  readonly side: number
  readonly total: number
  /** The difference in answers between the first and the second side. */
  readonly lead: number
}

/**
 * Measures a question by its counts. The lead of a binary question is |yes - no|, so that ranking by the share of the
 * lead is ranking by |yes % - 50|.
 *
 * @example measuredSide({ options: null }, [4, 6]) // { counts: [4, 6], side: 1, total: 10, lead: 2 }
 * @example measuredSide({ options: ["A", "B", "C"] }, [2, 5, 5]) // { counts: [2, 5, 5], side: 1, total: 12, lead: 0 }
 */
export const measuredSide = (
  { options }: Pick<SurveyedQuestion, "options">,
  counts: ReadonlyArray<number>
): MeasuredSide => {
  const [first = 0, second = 0] = [...counts].sort((a, b) => b - a)
  return {
    counts,
    side: options === null ? 1 : counts.indexOf(first),
    total: counts.reduce((sum, count) => sum + count, 0),
    lead: first - second
  }
}

/** The sum of side counts over tallies. */
export const sideCounts = (
  { options }: Pick<SurveyedQuestion, "options">,
  tallies: ReadonlyArray<{ readonly side_counts: ReadonlyArray<number> }>
): ReadonlyArray<number> =>
  Array.from(
    { length: sidesOf(options) },
    (_, side) => tallies.reduce((sum, { side_counts }) => sum + (side_counts[side] ?? 0), 0)
  )

/** A question with all facts for rankings and results. */
export interface MeasuredQuestion {
  readonly asked: SurveyedQuestion
  readonly tally: QuestionTally
  readonly measured: MeasuredSide
  readonly row: SurveyQuestionRow
  readonly confidence_interval: Interval
  readonly consensus: ConsensusData
}

/** Measures a question by its tally. */
export const measureQuestion = (asked: SurveyedQuestion, tally: QuestionTally): MeasuredQuestion => {
  const measured = measuredSide(asked, sideCounts(asked, tally.answers))
  const effective = effectiveAgents(tally.similarity)
  const data = consensus({
    tallies: tally.answers,
    similarity: tally.similarity,
    strongest_for: asked.strongest_for,
    strongest_against: asked.strongest_against,
    options: asked.options?.map((option, index) => ({ option, count: measured.counts[index] ?? 0 }))
  })
  const share = measured.counts[measured.side] ?? 0
  return {
    asked,
    tally,
    measured,
    row: {
      question_id: asked.id,
      question: asked.question,
      ...yesPercent(share, measured.total),
      interval: shareInterval(share, measured.total, effective),
      ...leadingOption(asked, measured),
      ...tiedOptions(asked, measured),
      lead_percent: percentOf(measured.lead, measured.total),
      avg_confidence: data.avg_confidence,
      prediction_count: measured.total
    },
    confidence_interval: confidenceInterval(tally.answers, effective),
    consensus: data
  }
}

/** The measured option as a field of a row; absent on binary questions and without answers. */
export const leadingOption = (
  { options }: Pick<SurveyedQuestion, "options">,
  { side, total }: MeasuredSide
): { readonly leading_option?: string } => {
  const option = total === 0 ? undefined : options?.[side]
  return option === undefined ? {} : { leading_option: option }
}

/**
 * The options that lead a question: one, or all tied ones; none on binary questions and without answers. Texts about
 * results name all of them.
 *
 * @example leadingOptions({ leading_option: "A", tied_options: ["A", "C"] }) // ["A", "C"]
 * @example leadingOptions({}) // []
 */
export const leadingOptions = (
  { leading_option, tied_options }: Pick<SurveyQuestionRow, "leading_option" | "tied_options">
): ReadonlyArray<string> => tied_options ?? (leading_option === undefined ? [] : [leading_option])

/** The tied leading options as a field of a row; absent unless there are several. */
const tiedOptions = (
  { options }: Pick<SurveyedQuestion, "options">,
  { counts, lead, total }: MeasuredSide
): { readonly tied_options?: ReadonlyArray<string> } => {
  if (options === null || total === 0 || lead > 0) return {}
  const most = Math.max(...counts)
  return { tied_options: options.filter((_, side) => counts[side] === most) }
}

/** The range of a stated confidence. */
const confidenceScale: Interval = { low: 50, high: 99 }

const round2 = (value: number): number => Math.round(value * 100) / 100

/**
 * The 95 % interval of the mean confidence on the scale from 50 to 99 (`meanInterval`), with the effective number of
 * agents as n. Tallies have no squares, so the largest possible variance is taken: of values in [a, b] with the
 * mean m it is (b - m)(m - a) (Bhatia and Davis, "A better bound on the variance", American Mathematical Monthly 107,
 * 2000), taken in each band. It exceeds the true variance by at most 4.5², so the interval errs on the wide side.
 *
 * @example confidenceInterval([], 0) // { low: 50, high: 99 }
 */
export const confidenceInterval = (tallies: ReadonlyArray<ConsensusTally>, effective: number): Interval => {
  const count = tallies.reduce((sum, tally) => sum + tally.count, 0)
  if (count === 0) return confidenceScale
  const mean = tallies.reduce((sum, { confidence_sum }) => sum + confidence_sum, 0) / count
  const squares = tallies.reduce((sum, tally) => {
    const of = tally.confidence_sum / tally.count
    const [least, most] = [tally.band * 10, tally.band * 10 + 9]
    return sum + tally.count * ((most - of) * (of - least) + (of - mean) ** 2)
  }, 0)
  const { high, low } = meanInterval({ mean, variance: squares / count, count: effective, scale: confidenceScale })
  return { low: round2(low), high: round2(high) }
}
