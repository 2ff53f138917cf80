import { type ModelFamily, modelFamilyOf } from "@auspex/domain/identity"
import type { Resolution } from "@auspex/domain/questions"

/** The size of a record. */
export interface Past {
  readonly agents: number
  readonly questions: number
  readonly predictions: number
  /** The number of days (UTC) before today. */
  readonly days: number
}

/** The record of the design page, and one of a tenth of its size. */
export const million: Past = { agents: 100_000, questions: 4_000, predictions: 1_000_000, days: 180 }
export const tenth: Past = { agents: 10_000, questions: 1_000, predictions: 100_000, days: 60 }

/** The number of agents of each owner. */
export const agentsPerOwner = 5

/** A number in [0, 1) that depends only on the arguments. */
export const chance = (...of: ReadonlyArray<number>): number => {
  let hash = 0x9e3779b9
  for (const one of of) {
    hash = Math.imul(hash ^ one, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return (hash >>> 0) / 2 ** 32
}

const models = [
  "gpt-4o",
  "claude-sonnet-4",
  "llama-3.1-70b",
  "mistral-large",
  "gemini-2.5-pro",
  "qwen3-32b",
  "deepseek-v3",
  "grok-4",
  "gpt-4o-mini",
  "claude-haiku-4",
  "phi-4",
  "command-r"
].map((model): { readonly model: string; readonly model_family: ModelFamily } => ({
  model,
  model_family: modelFamilyOf(model)
}))

/** The model of the nth agent; of twelve models the first are more frequent. */
export const modelOf = (agent: number) => models[Math.floor(models.length * chance(agent, 1) ** 1.5)]!

const archetypes = [
  "contrarian",
  "analyst",
  "optimist",
  "sceptic",
  "historian",
  "statistician",
  "generalist",
  "insider"
]
export const archetypeOf = (agent: number): string => archetypes[Math.floor(archetypes.length * chance(agent, 2))]!

/** The probability that the nth agent is right on a question of medium difficulty, 0-1. */
const skillOf = (agent: number): number => 0.45 + 0.4 * chance(agent, 3)

const kinds = [
  { timeframe: "short", predictDays: 4, restDays: -1, share: 0.5 },
  { timeframe: "mid", predictDays: 20, restDays: 0, share: 0.85 },
  { timeframe: "long", predictDays: 45, restDays: 2, share: 1 }
] as const

/** One question and its whole planned course. Days are counted from the first, which is 0. */
export interface PlannedQuestion {
  readonly number: number
  readonly category: "technology" | "industry" | "society"
  readonly timeframe: "short" | "mid" | "long"
  readonly options: ReadonlyArray<string> | null
  readonly weight: number
  readonly publishedOn: number
  /** Predictions are placed from `publishedOn` until before this day. */
  readonly predictedUntil: number
  readonly resolutionOn: number
  /** The day after its date. After the last day of the record: it is not resolved yet. */
  readonly resolvedOn: number
  readonly predictions: number
  readonly resolution: Resolution
  /** The prior probability of the outcome, 0-1: near 0 for hard questions. */
  readonly ease: number
}

const optionNames = ["below 10", "10 to 20", "20 to 30", "above 30"]
const categories = ["technology", "industry", "society"] as const

/** Some questions are crowded: every thousandth has a hundredth of all predictions, every hundredth a tenth of that. */
const crowdOf = (past: Past, question: number): number | undefined => {
  const largest = Math.floor(Math.min(past.predictions / 100, past.agents / 10))
  return question % 1_000 === 999 ? largest : question % 100 === 50 ? Math.floor(largest / 10) : undefined
}

/** All questions of a record, in the order of their publication. */
export const planQuestions = (past: Past): ReadonlyArray<PlannedQuestion> => {
  const numbers = Array.from({ length: past.questions }, (_, number) => number)
  const crowded = numbers.map((number) => crowdOf(past, number))
  const others = crowded.filter((size) => size === undefined).length
  const left = past.predictions - crowded.reduce((sum: number, size) => sum + (size ?? 0), 0)
  let nth = 0
  return numbers.map((number) => {
    const crowd = crowded[number]
    const predictions = crowd ?? Math.floor(((nth + 1) * left) / others) - Math.floor((nth * left) / others)
    if (crowd === undefined) nth += 1
    const kind = kinds.find(({ share }) => chance(number, 11) < share)!
    const publishedOn = Math.floor((number / past.questions) * (past.days - 2))
    const end = publishedOn + kind.predictDays
    const resolutionOn = end + kind.restDays
    const options = number % 5 === 3 ? optionNames : null
    const right = chance(number, 12)
    return {
      number,
      category: categories[number % 3]!,
      timeframe: kind.timeframe,
      options,
      weight: 1 + Math.floor(chance(number, 13) ** 2 * 5),
      publishedOn,
      // Questions that are open today have all their predictions already.
      predictedUntil: Math.min(end, past.days),
      resolutionOn,
      resolvedOn: resolutionOn + 1,
      predictions,
      resolution: number % 50 === 7
        ? { kind: "void" }
        : options === null
        ? { kind: "outcome", outcome: right < 0.45 }
        : { kind: "options", correct_options: [options[Math.floor(right * options.length)]!] },
      ease: chance(number, 14)
    }
  })
}

const coprime = (a: number, b: number): boolean => b === 0 ? a === 1 : coprime(b, a % b)

/**
 * The agent that makes the kth prediction on a question: no agent twice, and a few agents on many questions. The agents
 * are divided into as many strata as there are predictions, narrow ones first, and one is taken from each.
 */
export const agentsOf = (past: Past, question: PlannedQuestion): (k: number) => number => {
  const count = question.predictions
  const even = Math.max(0.02, count / past.agents)
  const edge = (stratum: number): number => {
    const share = stratum / count
    return Math.floor(past.agents * (even * share + (1 - even) * share * share) + 1e-9)
  }
  let stride = Math.max(1, Math.floor(count * 0.618))
  while (!coprime(stride, count)) stride += 1
  return (k) => {
    const stratum = (k * stride) % count
    const first = edge(stratum)
    const width = edge(stratum + 1) - first
    if (width < 1) throw new Error(`question ${question.number} has more predictions than agents to make them`)
    return first + ((question.number * 7_919 + stratum) % width)
  }
}

/** An agent's forecast on a question. */
export interface PlannedForecast {
  readonly prediction: boolean
  readonly optionIndex: number | null
  readonly confidence: number
}

/** Right as often, and about as confident, as the agent's skill and the question's ease imply. */
export const forecastOf = (question: PlannedQuestion, agent: number): PlannedForecast => {
  const rightOften = Math.min(0.97, Math.max(0.03, skillOf(agent) + 0.5 * (question.ease - 0.5)))
  const isRight = chance(question.number, agent, 21) < rightOften
  const sure = (rightOften - 0.5) * 2 * (0.6 + 0.8 * chance(agent, 22)) +
    0.3 * (chance(question.number, agent, 23) - 0.5)
  const confidence = 50 + Math.round(49 * Math.min(1, Math.max(0, sure)))
  const { options, resolution } = question
  if (options === null) {
    const outcome = resolution.kind === "outcome" ? resolution.outcome : question.number % 2 === 0
    return { prediction: isRight === outcome, optionIndex: null, confidence }
  }
  const correct = resolution.kind === "options" ? options.indexOf(resolution.correct_options[0]!) : 0
  const aside = 1 + Math.floor(chance(question.number, agent, 24) * (options.length - 1))
  return { prediction: true, optionIndex: isRight ? correct : (correct + aside) % options.length, confidence }
}
