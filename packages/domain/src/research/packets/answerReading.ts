import { excerpt } from "../../kernel/Excerpt.ts"
import { counted } from "../../kernel/Counted.ts"
import type { Interval } from "../../kernel/Interval.ts"
import { listed } from "../../text/listed.ts"
import { extractiveSpecialist } from "../panels/extractiveReasoning.ts"
import { specialistOf } from "../panels/panelOf.ts"
import type { PacketAnswer } from "./DecisionPacket.ts"
import { packetConstants } from "./packetConstants.ts"
import type { PooledRow } from "./PooledAnswer.ts"
import { intervalWords, percentWords, probabilityWords } from "./probabilityWords.ts"

/** The answer to a question without its sentence. */
export type UnreadAnswer = Omit<PacketAnswer, "reading">

/** The longest part of a question or an option that a sentence quotes, in code points. */
const quotedMax = 160
/** The rows of a matrix that a sentence names. */
const rowsNamedMax = 4

/** A text of a project within a sentence. */
export const inQuotes = (text: string): string => `“${excerpt(text, quotedMax)}”`

/**
 * What a specialist is called: its name in its panel, else its id as words.
 *
 * @example specialistName("tax_structuring") // "Tax and structuring"
 * @example specialistName("night_owl") // "night owl"
 */
export const specialistName = (id: string): string =>
  id === extractiveSpecialist
    ? "Extracted without a model"
    : specialistOf(id)?.name ?? excerpt(id.replace(/[_-]+/gu, " "), quotedMax)

const pooledOf = ({ contributions }: UnreadAnswer): number => contributions.filter(({ weight }) => weight > 0).length

/** Who stands behind a number: respondents of an audience, else specialists. */
const voicesOf = (answer: UnreadAnswer): string =>
  counted(pooledOf(answer), answer.segments === undefined ? "specialist" : "respondent")

/** The interval of a number or, where there is none or it has no width in whole per cent, how many answered. */
export const spreadOf = (answer: UnreadAnswer, interval: Interval | null): string =>
  (interval === null ? null : intervalWords(interval)) ?? voicesOf(answer)

/** The options of a row that no other one exceeds: several when they are equally probable, in the order of the row. */
export const tiedLeaders = ({ options }: PooledRow): ReadonlyArray<PooledRow["options"][number]> => {
  const highest = Math.max(...options.map(({ probability }) => probability))
  return options.filter(({ probability }) => probability === highest)
}

/** The most probable options of a row, the first first. */
export const leadersOf = (row: PooledRow): ReadonlyArray<PooledRow["options"][number]> =>
  row.options.map((option, at) => ({ option, at }))
    .sort((one, other) => other.option.probability - one.option.probability || one.at - other.at)
    .map(({ option }) => option)

/** The pooled answer in one sentence: the probability in words and as a number, with its interval. */
export const pooledSentence = (answer: UnreadAnswer): string => {
  const { aggregate, interval, question: { kind } } = answer
  if (aggregate === null) return ""
  const [row] = aggregate.rows
  if (kind === "matrix") {
    const named = aggregate.rows.slice(0, rowsNamedMax).map((one) => {
      const leaders = tiedLeaders(one)
      const [{ interval: range, probability }] = leaders as [PooledRow["options"][number]]
      return `${inQuotes(one.row)}: ${listed(leaders.map(({ option }) => inQuotes(option)))} (${
        percentWords(probability)
      }${leaders.length > 1 ? " each" : ""}, ${spreadOf(answer, range)})`
    })
    const left = aggregate.rows.length - named.length
    return `${named.join("; ")}${left === 0 ? "" : `; and ${counted(left, "more row")}`}.`
  }
  if (row!.mean !== null) {
    const range = row!.mean_interval
    const within = range === null ? "" : ` (${range.low.toFixed(1)} to ${range.high.toFixed(1)})`
    const leaders = tiedLeaders(row!).map(({ option }) => option)
    const frequent = leaders.length > 1 ? `answers are ${listed(leaders)}` : `answer is ${leaders[0]}`
    return `The mean is ${row!.mean.toFixed(1)} of ${row!.options.length}${within}; the most frequent ${frequent}.`
  }
  const probability = aggregate.probability!
  const stated = `${percentWords(probability)} (${spreadOf(answer, interval)})`
  if (kind === "binary") return `Yes ${probabilityWords(probability)}: ${stated}.`
  const leaders = tiedLeaders(row!).map(({ option }) => inQuotes(option))
  if (probability > 0.5) return `${leaders[0]} ${probabilityWords(probability)}: ${stated}.`
  return leaders.length > 1
    ? `${listed(leaders)} lead with ${percentWords(probability)} each (${
      spreadOf(answer, interval)
    }); no option is more likely than not.`
    : `${leaders[0]} leads with ${stated}; no option is more likely than not.`
}

/** Whether specialists agree so little, or the interval is so wide, that the number alone decides nothing. */
export const isUnsettled = ({ aggregate, agreement, interval }: UnreadAnswer): boolean =>
  aggregate !== null &&
  ((agreement !== null && agreement < packetConstants.agreement_low) ||
    (interval !== null && interval.high - interval.low > packetConstants.interval_wide))

const agreementSentence = (answer: UnreadAnswer): string => {
  const { agreement, dissent, interval } = answer
  const { agreement_high, agreement_low, interval_wide } = packetConstants
  if (agreement === null) return " Only one specialist answered, so there is neither an interval nor an agreement."
  const pooled = pooledOf(answer)
  const specialists = pooled === 2 ? "two specialists" : counted(pooled, "specialist")
  const agrees = agreement >= agreement_high && dissent === null
    ? ` The ${specialists} agree.`
    : agreement >= agreement_low
    ? ` The ${specialists} agree in part.`
    : ` The ${specialists} do not agree.`
  const furthest = dissent === null || pooled < 3
    ? ""
    : ` Furthest from the others: ${specialistName(dissent.specialist)}.`
  const isWide = interval !== null && interval.high - interval.low > interval_wide
  return `${agrees}${furthest}${isWide ? " The interval is wide: the number says little." : ""}`
}

/** The difference between the panel's probability and the crowd's share; null without both. */
export const crowdGap = ({ aggregate, crowd }: UnreadAnswer): number | null => {
  const [panel, others] = [aggregate?.probability ?? null, crowd?.probability ?? null]
  return panel === null || others === null ? null : Math.abs(panel - others)
}

const crowdSentence = (answer: UnreadAnswer): string => {
  const { aggregate, crowd, question: { kind } } = answer
  if (crowd === null || crowd.probability === null || aggregate === null) return ""
  const measured = kind === "binary" ? "yes" : inQuotes(aggregate.rows[0]!.answer)
  return ` Of a crowd of ${counted(crowd.predictors, "predictor")}, ${percentWords(crowd.probability)} say ${measured}.`
}

/** The numbers of an answer in plain sentences. */
export const answerReading = (answer: UnreadAnswer): string => {
  const { aggregate, contributions, question: { kind } } = answer
  if (contributions.length === 0) return "No specialist has answered this question."
  if (contributions.every(({ model }) => model === null)) {
    return "No model is configured: there is evidence, but no answer and no probability."
  }
  if (aggregate !== null) return pooledSentence(answer) + agreementSentence(answer) + crowdSentence(answer)
  return kind === null
    ? `${
      counted(contributions.filter((one) => one.answer !== null).length, "specialist")
    } answered in words, which are not pooled.`
    : "No specialist gave probabilities that fit this question."
}
