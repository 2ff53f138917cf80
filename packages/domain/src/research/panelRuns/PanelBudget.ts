import { Schema } from "effect"
import { codePoints } from "../../kernel/TextRule.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"

/** The maximum usage of a run. */
export const PanelBudget = Schema.Struct({
  /** Requests to models. */
  calls_max: Schema.Int,
  /** Estimated tokens of all requests and answers. Checked before each request, so that requests under way may exceed it. */
  tokens_max: Schema.Int,
  /** From the first step on. */
  seconds_max: Schema.Int
}).annotations({ identifier: "PanelBudget" })
export interface PanelBudget extends Schema.Schema.Type<typeof PanelBudget> {}

/** The size of a run. */
interface RunSize {
  readonly questions: number
  readonly specialists: number
  /** The rounds of a simulation at most; 1 unless given. */
  readonly rounds?: number
}

/**
 * How many requests a run makes, if each is answered: two for each specialist and question, and a third for each answer
 * with a flaw. Each further round of a simulation takes up to two more.
 *
 * @example plannedCalls({ questions: 5, specialists: 4 }) // { min: 40, max: 60 }
 */
export const plannedCalls = (
  { questions, rounds = 1, specialists }: RunSize
): { readonly min: number; readonly max: number } => ({
  min: 2 * questions * specialists,
  max: (3 + 2 * (rounds - 1)) * questions * specialists
})

/** Requests beyond the plan: repetitions after failures. */
const sparedShare = 0.2
const sparedCalls = 10
/** About twice the tokens of a request with twelve passages and of its answer. */
const tokensPerCall = 10_000
const defaultSecondsMax = 21_600

/**
 * The default budget of a run: all requests that it may have to make, and some more, within the largest budget.
 *
 * @example panelBudgetFor({ questions: 5, specialists: 5 }).calls_max // 100
 */
export const panelBudgetFor = (size: RunSize): PanelBudget => {
  const calls_max = Math.min(
    largestPanelBudget.calls_max,
    Math.ceil(plannedCalls(size).max * (1 + sparedShare)) + sparedCalls
  )
  const tokens_max = Math.min(largestPanelBudget.tokens_max, calls_max * tokensPerCall)
  return { calls_max, tokens_max, seconds_max: defaultSecondsMax }
}

/** The largest budget that can be asked for. */
export const largestPanelBudget: PanelBudget = { calls_max: 10_000, tokens_max: 100_000_000, seconds_max: 604_800 }

/** The usage of a run so far; the seconds count from its first step. */
export interface PanelUsage {
  readonly calls: number
  readonly tokens: number
  readonly seconds: number
}

/** Which part of a budget is used up. */
export type ExhaustedBudget = "calls" | "tokens" | "time"

/**
 * The part of the budget that is used up, if any. No further request is made then.
 *
 * @example exhaustedBudget({ calls: 9, tokens: 9, seconds: 9 }, { calls_max: 9, tokens_max: 10, seconds_max: 10 }) // "calls"
 */
export const exhaustedBudget = (
  { calls, seconds, tokens }: PanelUsage,
  { calls_max, seconds_max, tokens_max }: PanelBudget
): ExhaustedBudget | undefined =>
  calls >= calls_max ? "calls" : tokens >= tokens_max ? "tokens" : seconds >= seconds_max ? "time" : undefined

/**
 * The failures of a budget.
 *
 * @example judgePanelBudget({ calls_max: 0, tokens_max: 10, seconds_max: 10 })[0]?.field // "calls_max"
 */
export const judgePanelBudget = (budget: PanelBudget): ReadonlyArray<Failure> =>
  (["calls_max", "tokens_max", "seconds_max"] as const).flatMap((field) => {
    const limit = largestPanelBudget[field]
    const measured = budget[field]
    return Number.isInteger(measured) && measured >= 1 && measured <= limit
      ? []
      : [failure("INVALID_REQUEST", `${field} must be a whole number from 1 to ${limit}.`, { field, measured, limit })]
  })

/**
 * An estimate of the tokens of a text: one for every four characters, as in English. Budgets need no better figure.
 *
 * @example estimatedTokens("How many tokens?") // 4
 */
export const estimatedTokens = (text: string): number => Math.ceil(codePoints(text) / 4)
