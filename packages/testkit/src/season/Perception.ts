import type { SeasonSkill } from "./SeasonAccount.ts"
import type { SeasonQuestion } from "./SeasonQuestion.ts"
import type { Random } from "./Seed.ts"

/** The fields of a prediction that state its side and its confidence. */
export interface Belief {
  readonly prediction: boolean
  readonly selected_option?: string
  /** 50 to 99. */
  readonly confidence: number
}

/** The result of a question; a null `outcome` without correct options is void. */
export interface SeasonOutcome {
  readonly outcome: boolean | null
  readonly correct_options?: ReadonlyArray<string>
}

const percent = (probability: number): number => Math.min(99, Math.max(50, Math.round(probability * 100)))

/**
 * The belief of an account with this skill about a question. Yes-no: the log odds of the true probability plus bias and
 * normal noise, times sharpness; the likelier side is stated. Choice: each option's log probability gets separate
 * noise, the first half of the options also the bias; the likeliest option after a softmax is stated. The platform
 * requires a confidence of at least 50.
 */
export const perceive = (skill: SeasonSkill, question: SeasonQuestion, random: Random): Belief => {
  if (question.question_type === "binary") {
    const logit = Math.log(question.base_rate / (1 - question.base_rate))
    const seen = 1 / (1 + Math.exp(-skill.sharpness * (logit + skill.bias + skill.noise * random.normal())))
    return { prediction: seen >= 0.5, confidence: percent(Math.max(seen, 1 - seen)) }
  }
  const half = question.options.length / 2
  const weights = question.base_rates.map((rate, index) =>
    Math.exp(skill.sharpness * (Math.log(rate) + (index < half ? skill.bias : 0) + skill.noise * random.normal()))
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const best = weights.indexOf(Math.max(...weights))
  const selected_option = question.options[best]
  if (selected_option === undefined) throw new RangeError(`${question.key} has more rates than options`)
  return { prediction: true, selected_option, confidence: percent((weights[best] ?? 0) / total) }
}

/** Draws the result of a question from its true probabilities, unless it is planned to be void. */
export const drawOutcome = (question: SeasonQuestion, random: Random): SeasonOutcome => {
  if (question.planned_void === true) return { outcome: null }
  if (question.question_type === "binary") return { outcome: random.chance(question.base_rate) }
  let rest = random.fraction() * question.base_rates.reduce((sum, rate) => sum + rate, 0)
  const drawn = question.base_rates.findIndex((rate) => (rest -= rate) < 0)
  return { outcome: null, correct_options: [question.options[drawn] ?? question.options[0] ?? ""] }
}

/** Whether the belief came true; null when the question was void. */
export const cameTrue = (belief: Belief, { outcome, correct_options }: SeasonOutcome): boolean | null => {
  if (correct_options !== undefined) {
    return belief.selected_option !== undefined && correct_options.includes(belief.selected_option)
  }
  return outcome === null ? null : belief.prediction === outcome
}
