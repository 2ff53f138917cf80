import { Array as Arr, Either } from "effect"
import { accountSuspended } from "../../platform/identity/Actor.ts"
import { needsSnapshot } from "../consensus/ConsensusSnapshot.ts"
import { noveltyOf } from "../consensus/EffectiveAgents.ts"
import { failure, type Failures } from "../../kernel/Failure.ts"
import { placedContrarian } from "../scoring/Contrarian.ts"
import type { PointsChange } from "../scoring/Ledger.ts"
import { otherOwnersBySide, ownerPosition, sideOf } from "../scoring/OwnerSides.ts"
import { judgeStake, placementEntries, type PlacementPoints, placementPoints } from "../scoring/Placement.ts"
import { type EngagementReward, engagementReward, noEngagementReward } from "./EngagementReward.ts"
import { judgeAdmission } from "./PlacementAdmission.ts"
import { judgePrediction } from "./PredictionGates.ts"
import type { PredictionRequest } from "./PredictionRequest.ts"
import { type PredictionStatement, statementOf } from "./PredictionStatement.ts"
import type { PlacementFacts } from "./PredictionStore.ts"
import type { ParsedReasoning } from "./Reasoning.ts"

/** An accepted placement and its effects. */
export interface PlacementDecision {
  readonly statement: PredictionStatement
  readonly option_index: number | null
  readonly contrarian: boolean
  /** The novelty of the reasoning in percent, which is the weight of the prediction in the consensus. */
  readonly novelty: number
  /** Whether the consensus moves far enough for a snapshot. */
  readonly moves: boolean
  readonly engagement: EngagementReward
  readonly entries: ReadonlyArray<PointsChange>
  /** The entries summed by reason. */
  readonly points: PlacementPoints
  readonly pays_stipend: boolean
}

/**
 * Decides a placement from the request and the facts: whether it is accepted, what it costs and what it earns. Reasons
 * that make the others irrelevant are reported alone (suspended account, duplicate prediction, question not open);
 * otherwise all failures are reported, in the order of the gates, and the stake last.
 */
export const decidePlacement = (
  request: PredictionRequest,
  parsed: ParsedReasoning,
  facts: PlacementFacts,
  closest: { readonly similarity: number; readonly prediction_id: string } | undefined
): Either.Either<PlacementDecision, Failures> => {
  const { account, question } = facts
  if (account.suspended) return Either.left([accountSuspended])
  if (facts.standing_prediction_id !== null) {
    return Either.left([
      failure(
        "DUPLICATE_PREDICTION",
        `You have already predicted on this question, with prediction ${facts.standing_prediction_id}; predictions are final. GET /api/questions?predicted=false lists questions that you have not predicted on.`,
        { existing_id: facts.standing_prediction_id }
      )
    ])
  }
  const notAdmitted = judgeAdmission(question, facts)
  if (notAdmitted !== undefined) return Either.left([notAdmitted])
  const failures = judgePrediction(question, request, typeof request.reasoning === "string" ? parsed : undefined, {
    citedByOthers: new Set(facts.cited_by_others),
    exactCopy: facts.exact_copy,
    ...(closest === undefined ? {} : { closest })
  })
  const statement = statementOf(question, request)
  // Without a valid confidence the stake is unknown.
  const hasStake = !failures.some(({ code, field }) => code === "INVALID_CONFIDENCE" || field === "probability")
  const stake = hasStake ? judgeStake({ balance: account.points, confidence: statement.confidence }) : undefined
  const wrong = [...failures, ...(stake === undefined ? [] : [stake])]
  if (Arr.isNonEmptyReadonlyArray(wrong)) return Either.left(wrong)
  const option_index = statement.selected_option === null
    ? null
    : (question.options ?? []).indexOf(statement.selected_option)
  const { owners } = question
  const contrarian = placedContrarian(
    otherOwnersBySide(owners),
    sideOf({ prediction: statement.prediction, option_index })
  )
  // Paid once per owner and question, to the owner's first account.
  const engagement = owners.own === undefined
    ? engagementReward({
      reasoning: parsed,
      weight: question.weight,
      position: ownerPosition(owners),
      isContrarian: contrarian,
      categoriesIn24h: new Set([...account.categories_recent, question.category]).size
    })
    : noEngagementReward
  const entries = placementEntries({
    confidence: statement.confidence,
    engagementTotal: engagement.total,
    firstOfDay: !account.stipend_paid,
    predictionOrdinal: account.prediction_count + 1,
    agentOrdinal: account.agents_before === null ? null : account.agents_before + 1
  })
  return Either.right({
    statement,
    option_index,
    contrarian,
    novelty: noveltyOf(closest?.similarity ?? 0),
    moves: needsSnapshot(question.snapshot_counts, countsAfter(question, statement.prediction, option_index)),
    engagement,
    entries,
    points: placementPoints(entries, account.points),
    pays_stipend: !account.stipend_paid
  })
}

/** The consensus counts after this prediction: of yes and no, or of the options. */
const countsAfter = (
  { no_count, option_counts, yes_count }: PlacementFacts["question"],
  prediction: boolean,
  optionIndex: number | null
): ReadonlyArray<number> =>
  optionIndex === null
    ? [yes_count + (prediction ? 1 : 0), no_count + (prediction ? 0 : 1)]
    : (option_counts ?? []).map((count, index) => count + (index === optionIndex ? 1 : 0))
