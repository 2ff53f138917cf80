import type { Effect } from "effect"
import { atOnce, inTurns } from "../../kernel/inTurns.ts"
import { type Interval, z95 } from "../../kernel/Interval.ts"
import { countBelow, countUpTo } from "./Ranks.ts"
import { designOf, overRange, type SkillDesign, type Steps } from "./SkillDesign.ts"
import { fitSkill, type SkillFit } from "./SkillFit.ts"
import type { SkillRecord } from "./SkillRecord.ts"

/**
 * The estimated skill of one account, adjusted for the difficulty of the questions that it chose. Scores are Brier
 * scores: lower is better.
 */
export interface SkillEstimate {
  readonly account_id: string
  /** The number of resolved predictions. */
  readonly resolved: number
  /** The unadjusted mean Brier score. */
  readonly brier_score: number
  /** The mean Brier score expected on the questions of all accounts. */
  readonly adjusted_brier: number
  /** The 95 % interval of `adjusted_brier`. */
  readonly interval: Interval
  /** The rank by `adjusted_brier`; equal values share a rank. */
  readonly rank: number
  /** Best and worst rank compatible with the intervals: 1 + accounts certainly better, N − accounts certainly worse. */
  readonly rank_low: number
  readonly rank_high: number
}

/** The estimated skill of all accounts of a record. */
export interface SkillEstimates {
  /** Best first. */
  readonly estimates: ReadonlyArray<SkillEstimate>
  readonly parameters: {
    /** The expected score of an average account on the questions of all accounts. */
    readonly mean: number
    /** The variance of the account effects: how much accounts differ. */
    readonly skill_variance: number
    /** The variance of scores around the sum of account and question effect. */
    readonly residual_variance: number
  }
}

/**
 * Estimates the skill of all accounts from a record of Brier scores. Blocks the event loop: about one second for a
 * million entries. Servers use `skillInSteps`.
 */
export const skillOf = (record: SkillRecord): SkillEstimates => atOnce(skillSteps(record))

/** Computes the same estimates in steps of a few milliseconds, between which the event loop runs. */
export const skillInSteps = (record: SkillRecord): Effect.Effect<SkillEstimates> => inTurns(() => skillSteps(record))

function* skillSteps(record: SkillRecord): Steps<SkillEstimates> {
  const design = yield* designOf(record)
  const fit = yield* fitSkill(design)
  return {
    estimates: yield* ranked(record, design, fit),
    parameters: { mean: fit.mean, skill_variance: fit.variances.skill, residual_variance: fit.variances.residual }
  }
}

/** Rounds to nine decimals, so that scores that are equal up to the order of summation are equal. */
const rounded = (score: number): number => Math.round(score * 1e9) / 1e9

function* ranked(record: SkillRecord, design: SkillDesign, fit: SkillFit): Steps<ReadonlyArray<SkillEstimate>> {
  const { accountCount, resolved } = design
  const own = new Float64Array(accountCount)
  yield* overRange(record.scores.length, (from, to) => {
    for (let k = from; k < to; k++) own[record.accounts[k]!]! += record.scores[k]!
  })
  const adjusted = fit.effects.map((effect) => rounded(fit.mean + effect))
  const lows = adjusted.map((score, i) => score - z95 * Math.sqrt(fit.errors[i]!))
  const highs = adjusted.map((score, i) => score + z95 * Math.sqrt(fit.errors[i]!))
  const sorted = adjusted.slice().sort()
  yield
  const sortedLows = lows.slice().sort()
  yield
  const sortedHighs = highs.slice().sort()
  yield
  const ids = record.accountIds
  const order = yield* ordered(accountCount, (a, b) => adjusted[a]! - adjusted[b]! || (ids[a]! < ids[b]! ? -1 : 1))
  const estimates: Array<SkillEstimate> = []
  yield* overRange(accountCount, (from, to) => {
    for (let at = from; at < to; at++) {
      const i = order[at]!
      estimates.push({
        account_id: ids[i]!,
        resolved: resolved[i]!,
        brier_score: own[i]! / resolved[i]!,
        adjusted_brier: adjusted[i]!,
        interval: { low: lows[i]!, high: highs[i]! },
        rank: 1 + countBelow(sorted, adjusted[i]!),
        rank_low: 1 + countBelow(sortedHighs, lows[i]!),
        rank_high: countUpTo(sortedLows, highs[i]!)
      })
    }
  }, stepAccounts)
  return estimates
}

/** How many accounts one step sorts or writes. */
const stepAccounts = 8_192

/** The integers below `count` sorted by `compare`: a merge sort in steps. */
function* ordered(count: number, compare: (a: number, b: number) => number): Steps<Int32Array> {
  let runs = Int32Array.from({ length: count }, (_, i) => i)
  yield* overRange(count, (from, to) => runs.subarray(from, to).sort(compare), stepAccounts)
  for (let width = stepAccounts; width < count; width *= 2) {
    const merged = new Int32Array(count)
    let left = 0
    let right = 0
    yield* overRange(count, (from, to) => {
      for (let at = from; at < to; at++) {
        const start = at - at % (2 * width)
        if (at === start) [left, right] = [start, Math.min(count, start + width)]
        const leftEnd = Math.min(count, start + width)
        const rightEnd = Math.min(count, start + 2 * width)
        const takeLeft = left < leftEnd && (right >= rightEnd || compare(runs[left]!, runs[right]!) <= 0)
        merged[at] = takeLeft ? runs[left++]! : runs[right++]!
      }
    }, 4 * stepAccounts)
    runs = merged
  }
  return runs
}
