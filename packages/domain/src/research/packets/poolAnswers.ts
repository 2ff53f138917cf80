import type { ResearchQuestionKind } from "../framing/ResearchQuestionKind.ts"
import type { Interval } from "../../kernel/Interval.ts"
import { answerSpaceOf } from "../panels/AnswerSpace.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { PanelReasoning } from "../panels/PanelReasoning.ts"
import { termOf } from "../retrieval/termOf.ts"
import { extremisingFactor, isForecast, linearPool, meanPoint, pooledRow } from "./answerPool.ts"
import { bootstrapIntervals, quantileOf } from "./bootstrapIntervals.ts"
import { clampedDistribution, type Distribution, fitsSpace } from "./Distribution.ts"
import { agreementOf, answerDistance } from "./divergence.ts"
import { effectiveRespondents } from "./effectiveRespondents.ts"
import { familiesOf } from "./familiesOf.ts"
import { inOrder, rounded } from "./inOrder.ts"
import { packetConstants } from "./packetConstants.ts"
import type { AnswerText, PooledAnswer, PooledRow } from "./PooledAnswer.ts"
import type { SpecialistAnswer } from "./scoreSpecialists.ts"
import { pointsInterval } from "./shareRow.ts"

/** The answers of a panel to one question. */
export interface PoolRequest {
  readonly question: Pick<PanelQuestion, "id" | "kind" | "kind_options">
  /** At most one answer of each specialist, in any order. Their models decide whether the pool is extremised. */
  readonly answers: ReadonlyArray<SpecialistAnswer & Pick<PanelReasoning, "model">>
  /** The weight of each specialist, above 0. Only their ratios count. */
  readonly weights: ReadonlyMap<string, number>
}

/** The specialist whose answer is furthest from the pool of the others. */
export interface Dissenter {
  readonly specialist: string
  /** 0 to 1, as `answerDistance`; the mean over the rows of a matrix. */
  readonly distance: number
}

/** The pooled answer of a panel to a question, with its agreement and dissent. */
export interface PanelPool {
  readonly aggregate: PooledAnswer
  /** The 95 % interval of `aggregate.probability`. */
  readonly interval: Interval | null
  /** 0 to 1; null with fewer than two specialists. */
  readonly agreement: number | null
  /** Null when every specialist is less than 0.15 away from the others. */
  readonly dissent: Dissenter | null
  /** The specialists that were pooled, in order. */
  readonly pooled: ReadonlyArray<string>
  /** The model families that answered, in order. */
  readonly families: ReadonlyArray<string>
}

/** The pooled answers. Forecasts are clamped. */
interface Pool {
  readonly kind: ResearchQuestionKind
  /** The factor by which forecasts are extremised (`extremisingFactor`). */
  readonly factor: number
  readonly answers: ReadonlyArray<{
    readonly specialist: string
    readonly model: string | null
    readonly weight: number
    readonly rows: ReadonlyArray<Distribution>
  }>
}

/**
 * Pools the distributions of a panel for each row of the answer space: forecasts by their weighted log-odds (`logPool`),
 * extremised when two or more model families answered, opinions on a scale by their weighted mean (`linearPool`). Null when
 * no answer fits the question, as for a question without a kind. The order of the answers does not matter.
 */
export const poolAnswers = ({ answers, question, weights }: PoolRequest): PanelPool | null => {
  const space = answerSpaceOf(question)
  const { kind } = question
  if (space === null || kind === null) return null
  const weighed = inOrder(answers, ({ specialist }) => [specialist]).flatMap(({ distribution, model, specialist }) => {
    const weight = weights.get(specialist)
    if (distribution === null || weight === undefined || !fitsSpace(distribution, space)) return []
    return [{ specialist, model, weight, rows: distribution.map((row) => clampedFor(kind, row)) }]
  })
  if (weighed.length === 0) return null
  // Shares, because the seed of the intervals depends on the weights: weights with equal ratios have equal intervals.
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0)
  const fitting = weighed.map((answer) => ({ ...answer, weight: answer.weight / all }))
  const families = familiesOf(fitting.map(({ model }) => model))
  const pool: Pool = { kind, factor: extremisingFactor(families.length), answers: fitting }
  const intervals = intervalsOf(pool, question.id)
  const rows = poolOf(pool).map((row, at) => rowOf(pool, space.rows[at]!, space.options, row, intervals?.[at]))
  const aggregate = aggregateOf(kind, rows)
  const measured = kind === "binary" ? "yes" : aggregate.answer
  return {
    aggregate,
    interval: rows[0]!.options.find(({ option }) => option === measured)?.interval ?? null,
    agreement: fitting.length < 2 ? null : rounded(
      mean(space.rows.map((_, at) => agreementOf(kind, fitting.map((answer) => answer.rows[at]!))))
    ),
    dissent: dissenterOf(pool),
    pooled: fitting.map(({ specialist }) => specialist),
    families
  }
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const clampedFor = (kind: ResearchQuestionKind, row: Distribution): Distribution => {
  if (isForecast(kind)) return clampedDistribution(row)
  const sum = row.reduce((total, probability) => total + probability, 0)
  return row.map((probability) => probability / sum)
}

/** The pooled distribution of each row, of the answers at `places` or of all answers. */
const poolOf = ({ answers, factor, kind }: Pool, places?: ReadonlyArray<number>): ReadonlyArray<Distribution> => {
  const drawn = places === undefined ? answers : places.map((place) => answers[place]!)
  const weights = drawn.map(({ weight }) => weight)
  return answers[0]!.rows.map((_, row) => pooledRow(kind, drawn.map(({ rows }) => rows[row]!), weights, factor))
}

/**
 * The interval of each option, by row. The bootstrap interval is widened to include the median and the mean of the
 * answers, because an extremised pool may lie beyond all answers.
 */
const intervalsOf = (pool: Pool, questionId: string): ReadonlyArray<ReadonlyArray<Interval>> | null => {
  const { answers } = pool
  if (answers.length < 2) return null
  // Equal answers and weights give equal draws; a different answer or weight changes the draws.
  const seed = termOf(JSON.stringify([
    questionId,
    answers.map(({ rows, specialist, weight }) => [specialist, rounded(weight), rows.map((row) => row.map(rounded))])
  ]))
  const intervals = bootstrapIntervals(
    answers.length,
    seed,
    (places) => poolOf(pool, places).flat()
  )
  const width = answers[0]!.rows[0]!.length
  const weights = answers.map(({ weight }) => weight)
  return answers[0]!.rows.map((_, row) => {
    const given = answers.map(({ rows }) => rows[row]!)
    const means = linearPool(given, weights)
    return intervals.slice(row * width, (row + 1) * width).map(({ high, low }, option) => {
      const sorted = Float64Array.from(given, (answer) => answer[option]!).sort()
      const middles = [quantileOf(sorted, 0.5), means[option]!]
      return { low: Math.min(low, ...middles), high: Math.max(high, ...middles) }
    })
  })
}

/** The rounded interval, widened to include the estimate. */
const around = (estimate: number, interval: Interval | undefined): Interval | null =>
  interval === undefined ? null : {
    low: rounded(Math.min(estimate, interval.low)),
    high: rounded(Math.max(estimate, interval.high))
  }

const rowOf = (
  { answers, kind }: Pool,
  name: string,
  options: ReadonlyArray<string>,
  pooled: Distribution,
  intervals: ReadonlyArray<Interval> | undefined
): PooledRow => {
  const highest = Math.max(...pooled.map(rounded))
  const average = isForecast(kind) ? null : meanPoint(pooled)
  return {
    row: name,
    answer: options[pooled.findIndex((probability) => rounded(probability) === highest)]!,
    options: options.map((option, at) => ({
      option,
      probability: rounded(pooled[at]!),
      interval: around(pooled[at]!, intervals?.[at])
    })),
    mean: average === null ? null : rounded(average),
    // A specialist's distribution counts as a respondent whose answer is drawn from that distribution.
    mean_interval: average === null || answers.length < 2
      ? null
      : pointsInterval(pooled, effectiveRespondents(answers.map(({ weight }) => weight)))
  }
}

const aggregateOf = (kind: ResearchQuestionKind, rows: ReadonlyArray<PooledRow>): PooledAnswer => {
  const [first] = rows
  const answer: AnswerText = kind === "matrix" ? rows.map((row) => row.answer) : first!.answer
  const measured = kind === "binary" ? "yes" : answer
  const probability = first!.options.find(({ option }) => option === measured)?.probability ?? null
  return { answer, probability: kind === "matrix" ? null : probability, rows }
}

/** The specialist furthest from the pool of the others; among equals, the furthest from the pool of all, then by name. */
const dissenterOf = (pool: Pool): Dissenter | null => {
  const { answers, kind } = pool
  if (answers.length < 2) return null
  const everybody = unextremised(kind, answers)
  const distant = answers.map((answer) => {
    const others = unextremised(kind, answers.filter((other) => other !== answer))
    return {
      specialist: answer.specialist,
      distance: rounded(distanceOf(kind, answer.rows, others)),
      fromAll: rounded(distanceOf(kind, answer.rows, everybody))
    }
  })
  const [furthest] = inOrder(distant, ({ distance, fromAll, specialist }) => [-distance, -fromAll, specialist])
  const { distance, specialist } = furthest!
  return distance < packetConstants.dissent_distance_min ? null : { specialist, distance }
}

const unextremised = (kind: ResearchQuestionKind, answers: Pool["answers"]): ReadonlyArray<Distribution> =>
  answers[0]!.rows.map((_, row) =>
    pooledRow(kind, answers.map(({ rows }) => rows[row]!), answers.map(({ weight }) => weight), 1)
  )

const distanceOf = (
  kind: ResearchQuestionKind,
  one: ReadonlyArray<Distribution>,
  other: ReadonlyArray<Distribution>
): number => mean(one.map((row, at) => answerDistance(kind, row, other[at]!)))
