import { type CalibrationCount, calibrationTerms } from "../scoring/Calibration.ts"
import type { SkillEstimate } from "../scoring/SkillModel.ts"
import type { RankedAccount, ScoredPrediction, SkillGroup, SkillGroupKind } from "./SkillRefreshStore.ts"

/** The maximum number of groups per kind, those with the most resolved predictions, because personas are free text. */
const skillGroupsMax = 200

interface Tally {
  readonly kind: SkillGroupKind
  readonly name: string
  /** By confidence, 0-99: the number of predictions, and of correct ones. */
  readonly stated: Int32Array
  readonly right: Int32Array
  resolved: number
  weighted: number
}

/**
 * Aggregates predictions and estimates into the records of groups. Ignores accounts that have not been added by `join`.
 */
export class SkillGroupSums {
  private readonly tallies = new Map<string, Tally>()
  private readonly groupsOf = new Map<string, ReadonlyArray<Tally>>()
  private readonly pairs = new Map<string, ReadonlyArray<Tally>>()

  join({ id, model_family, persona_archetype }: RankedAccount): void {
    const pair = JSON.stringify([model_family, persona_archetype])
    let groups = this.pairs.get(pair)
    if (groups === undefined) {
      groups = [
        ...(model_family === null ? [] : [this.tally("model_family", model_family)]),
        ...(persona_archetype === null ? [] : [this.tally("persona_archetype", persona_archetype)])
      ]
      this.pairs.set(pair, groups)
    }
    this.groupsOf.set(id, groups)
  }

  /** Counts a prediction; returns false when its account was not added. */
  count({ account_id, confidence, correct }: ScoredPrediction): boolean {
    const groups = this.groupsOf.get(account_id)
    if (groups === undefined) return false
    for (const group of groups) {
      group.stated[confidence]! += 1
      if (correct) group.right[confidence]! += 1
    }
    return true
  }

  weigh({ account_id, adjusted_brier, resolved }: SkillEstimate): void {
    for (const group of this.groupsOf.get(account_id) ?? []) {
      group.resolved += resolved
      group.weighted += resolved * adjusted_brier
    }
  }

  /** The groups with resolved predictions, at most `skillGroupsMax` per kind. */
  groups(): ReadonlyArray<SkillGroup> {
    const all = [...this.tallies.values()].filter((tally) => tally.resolved > 0).sort((a, b) => b.resolved - a.resolved)
    return (["model_family", "persona_archetype"] as const).flatMap((kind) =>
      all.filter((tally) => tally.kind === kind).slice(0, skillGroupsMax).map((tally) => ({
        kind,
        name: tally.name,
        resolved: tally.resolved,
        adjusted_brier: tally.weighted / tally.resolved,
        calibration: calibrationTerms(countsOf(tally))
      }))
    )
  }

  private tally(kind: SkillGroupKind, name: string): Tally {
    const key = `${kind} ${name}`
    const known = this.tallies.get(key)
    if (known !== undefined) return known
    const fresh = { kind, name, stated: new Int32Array(100), right: new Int32Array(100), resolved: 0, weighted: 0 }
    this.tallies.set(key, fresh)
    return fresh
  }
}

const countsOf = ({ right, stated }: Tally): ReadonlyArray<CalibrationCount> =>
  Array.from(stated, (predictions, confidence) => ({ confidence, predictions, correct: right[confidence]! }))
