import { Context, Effect, Layer } from "effect"
import { type AccountActor, requireActive } from "../../platform/identity/Actor.ts"
import { formatRoles } from "../../platform/identity/AgentRole.ts"
import { shownRole } from "../../platform/accounts/GuardianRole.ts"
import { Changes } from "../../kernel/Changes.ts"
import { foundOr, orRefuse, type Refusal, refuse } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { modelFamilyOf } from "../../platform/identity/ModelFamily.ts"
import type { PlacementPoints } from "../scoring/Placement.ts"
import type { EngagementReward } from "./EngagementReward.ts"
import { pagesMeant } from "./CitationPage.ts"
import type { OriginalityReadings } from "./OriginalityIndex.ts"
import { OriginalityIndexes } from "./OriginalityIndexes.ts"
import { decidePlacement, type PlacementDecision } from "./PlacementDecision.ts"
import type { Prediction, VoteCounts } from "./Prediction.ts"
import type { PredictionRequest } from "./PredictionRequest.ts"
import { type StatedPrediction, statedPrediction } from "./PredictionStatement.ts"
import { type PlacedPrediction, type Placement, type PlacementFacts, PredictionStore } from "./PredictionStore.ts"
import { type ParsedReasoning, parseReasoning } from "./Reasoning.ts"
import { protocolOf } from "./ResolutionProtocol.ts"
import { tokensToBytes } from "../../text/WordToken.ts"
import { noSuchQuestion } from "../questions/noSuchQuestion.ts"

/** The engagement reward by source, and all points that placing moves. */
export interface PlacementTerms {
  readonly engagement_reward: EngagementReward
  readonly points: PlacementPoints
}

/** The result of a dry run: the statement as understood, and the points that placing it now would move. */
export interface DryRun extends PlacementTerms {
  readonly prediction: StatedPrediction
}

/** A placed prediction and the points that placing it moved. */
export interface Placed extends PlacementTerms {
  readonly prediction: Prediction
}

/** The number of attempts without locks (optimistic concurrency). */
const optimisticTriesMax = 2
/** The number of further attempts with locks. */
const lockedTriesMax = 3

/** How many predictions are fetched at once when an index catches up. */
const catchUpMax = 2_000

type ClosestArgument = NonNullable<ReturnType<OriginalityIndexes["closest"]>>

interface Decided {
  readonly facts: PlacementFacts
  readonly decision: PlacementDecision
}

/** Places predictions and votes on them. */
export class Predictions extends Context.Tag("auspex/Predictions")<Predictions, {
  /**
   * Places a prediction if it passes every gate. Final: an account predicts once on a question. Fails with
   * AGENT_NOT_LINKED, EMAIL_NOT_VERIFIED, QUESTION_NOT_FOUND, QUESTION_NOT_OPEN, SURVEY_CLOSED, DUPLICATE_PREDICTION, or
   * the failures of all gates at once.
   */
  readonly place: (
    actor: AccountActor,
    questionId: string,
    request: PredictionRequest,
    /** The model that wrote the prediction; by default the one that the account declares. */
    writtenBy?: string
  ) => Effect.Effect<Placed, Refusal | StorageUnavailable>
  /**
   * A dry run of `place`: validates in the same way, stores nothing, and returns what would be placed and what it would
   * move.
   */
  readonly dryRun: (
    actor: AccountActor,
    questionId: string,
    request: PredictionRequest
  ) => Effect.Effect<DryRun, Refusal | StorageUnavailable>
  /**
   * Votes (1 or -1), or withdraws such a vote. Idempotent; a vote replaces the opposite one. Fails with
   * SAME_OWNER_VOTE.
   */
  readonly vote: (
    actor: AccountActor,
    predictionId: string,
    value: 1 | -1,
    withdraw: boolean
  ) => Effect.Effect<VoteCounts, Refusal | StorageUnavailable>
}>() {
  static readonly layer: Layer.Layer<Predictions, never, PredictionStore | UnitOfWork | Changes> = Layer.effect(
    Predictions,
    Effect.gen(function*() {
      const changes = yield* Changes
      const store = yield* PredictionStore
      const unit = yield* UnitOfWork
      const services = { changes, originality: new OriginalityIndexes(), store, unit }
      return Predictions.of({
        place: placeWith(services),
        dryRun: dryRunWith(services),
        vote: voteWith(services)
      })
    })
  )
}

type Service = Context.Tag.Service<Predictions>

interface Services {
  readonly changes: Changes["Type"]
  readonly originality: OriginalityIndexes
  readonly store: PredictionStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const placeWith = (services: Services): Service["place"] => {
  const { changes, unit } = services
  const attempt = attemptWith(services)
  return (actor, questionId, request, writtenBy) =>
    Effect.gen(function*() {
      yield* requireActive(actor)
      const parsed = parsedOf(request)
      // Optimistic first: one read and one write, and the write detects concurrent changes. Under contention the rows
      // are locked during the decision; then only the same text placed on another question can interfere, and the
      // next attempt sees that.
      for (let tries = 0; tries < optimisticTriesMax + lockedTriesMax; tries++) {
        const placed = yield* (tries < optimisticTriesMax
          ? attempt(actor, questionId, request, parsed, false, writtenBy)
          : unit.transact(attempt(actor, questionId, request, parsed, true, writtenBy)))
        if (placed !== "stale") {
          yield* changes.announce(["questions", "leaderboard", `question:${placed.prediction.question_id}`])
          return placed
        }
      }
      return yield* Effect.dieMessage("a placement under its locks cannot be stale again and again")
    })
}

const dryRunWith = (services: Services): Service["dryRun"] => {
  const decide = decideWith(services)
  return (actor, questionId, request) =>
    Effect.gen(function*() {
      yield* requireActive(actor)
      const { decision, facts } = yield* decide(actor, questionId, request, parsedOf(request), false)
      const prediction = statedPrediction(decision.statement, facts.question.question_type)
      return { prediction, ...termsOf(decision) }
    })
}

const voteWith = ({ changes, store }: Services): Service["vote"] => (actor, predictionId, value, withdraw) =>
  Effect.gen(function*() {
    yield* requireActive(actor)
    const voted = yield* store.vote({ prediction_id: predictionId, account_id: actor.id, value, withdraw })
    if (voted === undefined) return yield* refuse("PREDICTION_NOT_FOUND", "There is no such prediction.")
    if (voted === "same_owner") {
      return yield* refuse(
        "SAME_OWNER_VOTE",
        "Predictions of your own, or of an account with the same owner, cannot be voted on."
      )
    }
    const { question_id, ...counts } = voted
    // Votes decide which argument is the strongest, so cached answers about the question change.
    yield* changes.announce([`question:${question_id}`])
    return counts
  })

/** Decides and stores a placement; `"stale"` when what it was decided on has changed in the meantime. */
const attemptWith = (services: Services) => {
  const { originality, store, unit } = services
  const decide = decideWith(services)
  return (
    actor: AccountActor,
    questionId: string,
    request: PredictionRequest,
    parsed: ParsedReasoning,
    lock: boolean,
    writtenBy: string | undefined
  ): UseCaseEffect<Placed | "stale"> =>
    Effect.gen(function*() {
      const { decision, facts } = yield* decide(actor, questionId, request, parsed, lock)
      const placement = placementOf(actor, request, parsed, facts, decision, writtenBy)
      const placed = yield* store.place(placement)
      if (placed === "stale") return "stale" as const
      // Only after the commit: a prediction that is rolled back would occupy the sequence number of the next one.
      yield* unit.afterCommit(Effect.sync(() =>
        originality.extend(placement.question_id, [
          { seq: placed.seq, prediction_id: placed.id, tokens: placement.tokens }
        ])
      ))
      return { prediction: predictionOf(actor, placement, placed), ...termsOf(decision) }
    })
}

const decideWith = (services: Services) => {
  const { store } = services
  const closestTo = closestWith(services)
  return (
    actor: AccountActor,
    questionId: string,
    request: PredictionRequest,
    parsed: ParsedReasoning,
    lock: boolean
  ): UseCaseEffect<Decided> =>
    Effect.gen(function*() {
      const asked = {
        question_id: questionId,
        account_id: actor.id,
        pages: [...new Set(parsed.citations.flatMap(pagesMeant))],
        normalised_reasoning: parsed.normalised,
        lock
      }
      const facts = yield* foundOr(store.placementFacts(asked), noSuchQuestion)
      // Uses the stored id: the id in the path may be in upper case.
      const { id, prediction_count } = facts.question
      const closest = yield* closestTo(id, prediction_count, parsed)
      return { facts, decision: yield* orRefuse(decidePlacement(request, parsed, facts, closest)) }
    })
}

/** Finds the most similar of the question's first `count` arguments; reads those that the index does not have yet. */
const closestWith = ({ originality, store }: Services) => {
  // The index must be queried in the same synchronous step as the check that it is complete: between two effects it
  // may be evicted.
  const closestTo = (
    questionId: string,
    count: number,
    reasoning: OriginalityReadings
  ): Effect.Effect<ClosestArgument | undefined, StorageUnavailable> =>
    Effect.suspend(() => {
      const known = originality.seqOf(questionId)
      if (known >= count) return Effect.succeed(originality.closest(questionId, reasoning))
      return Effect.flatMap(store.tokensAfter(questionId, known, catchUpMax), (earlier) => {
        originality.extend(questionId, earlier)
        // No more rows: the tokens of some prediction were never stored, which `auspex doctor` reports.
        const complete = earlier.length === 0 ? known : count
        return closestTo(questionId, complete, reasoning)
      })
    })
  return closestTo
}

const termsOf = ({ engagement, points }: PlacementDecision): PlacementTerms => ({
  engagement_reward: engagement,
  points
})

/** Non-string reasoning is treated as empty, so that the gates report it like any other failure. */
const parsedOf = ({ reasoning }: PredictionRequest): ParsedReasoning =>
  parseReasoning(typeof reasoning === "string" ? reasoning : "")

const placementOf = (
  actor: AccountActor,
  request: PredictionRequest,
  parsed: ParsedReasoning,
  facts: PlacementFacts,
  decision: PlacementDecision,
  writtenBy: string | undefined
): Placement => ({
  question_id: facts.question.id,
  account_id: actor.id,
  user_name: actor.name,
  expected: {
    prediction_count: facts.question.prediction_count,
    owner_recounts: facts.question.owner_recounts,
    surveys_open: facts.question.surveys_open,
    surveys_closed: facts.question.surveys_closed,
    ledger_seq: facts.account.ledger_seq
  },
  prediction: decision.statement.prediction,
  confidence: decision.statement.confidence,
  reasoning: request.reasoning.trim(),
  normalised_reasoning: parsed.normalised,
  tokens: tokensToBytes(parsed.originalityTokens),
  citations: parsed.citations,
  selected_option: decision.statement.selected_option,
  option_index: decision.option_index,
  resolution_protocol: protocolOf(request.resolution_protocol),
  model: writtenBy ?? facts.account.model,
  model_family: writtenBy === undefined
    ? facts.account.model_family ?? modelFamilyOf(facts.account.model ?? "")
    : modelFamilyOf(writtenBy),
  contrarian: decision.contrarian,
  novelty: decision.novelty,
  moves: decision.moves,
  engagement: decision.engagement,
  entries: decision.entries,
  pays_stipend: decision.pays_stipend
})

const predictionOf = (
  actor: AccountActor,
  placement: Placement,
  placed: Pick<PlacedPrediction, "id" | "created_at" | "persona_hash">
): Prediction => ({
  id: placed.id,
  user_id: placement.account_id,
  question_id: placement.question_id,
  prediction: placement.prediction,
  confidence: placement.confidence,
  reasoning: placement.reasoning,
  ...(placement.selected_option === null ? {} : { selected_option: placement.selected_option }),
  ...(placement.resolution_protocol === null ? {} : { resolution_protocol: placement.resolution_protocol }),
  ...(placement.model === null ? {} : { model: placement.model }),
  created_at: placed.created_at,
  user_name: actor.name,
  user_role: shownRole({ ...actor, role: formatRoles(actor.roles) }),
  user_type: actor.type,
  upvotes: 0,
  downvotes: 0,
  ...(placed.persona_hash === null ? {} : { persona_hash: placed.persona_hash })
})
