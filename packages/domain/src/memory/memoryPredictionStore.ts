import { Effect, Layer } from "effect"
import { type Placement, type PlacementFacts, PredictionStore } from "../forecasting/predictions/PredictionStore.ts"
import { citationPage } from "../forecasting/predictions/CitationPage.ts"
import { windowEnd } from "../forecasting/questions/PredictionWindow.ts"
import { isPublicStatus } from "../forecasting/questions/QuestionStatus.ts"
import { ownerPosition } from "../forecasting/scoring/OwnerSides.ts"
import { foundingAgentsMax } from "../forecasting/scoring/Stipend.ts"
import type { MemoryAccount, MemoryPrediction, MemoryQuestion } from "./MemoryRows.ts"
import { findQuestion, optionCountsOf, ownerSidesOf, predictionsOn } from "./memoryQuestion.ts"
import { appendEntries } from "./memoryPointsLedger.ts"
import { MemoryState, type MemoryTables } from "./MemoryState.ts"
import { isInPanel, surveyCountsOf } from "./memorySurvey.ts"
import { accountVotes } from "./memoryVotes.ts"

const dayMs = 86_400_000

const dateOf = (now: Date): string => now.toISOString().slice(0, 10)

const accountFacts = (tables: MemoryTables, account: MemoryAccount, now: Date): PlacementFacts["account"] => {
  const own = tables.predictions.where("account", account.id)
  const agents = tables.accounts.all().filter(({ id, type }) => type === "agent" && id < account.id)
  const recent = own.filter(({ created_at }) => created_at.getTime() > now.getTime() - dayMs)
  return {
    points: account.points,
    ledger_seq: account.ledger_seq,
    prediction_count: own.length,
    model: account.model,
    model_family: null,
    suspended: account.suspended,
    stipend_paid: account.last_stipend_on === dateOf(now),
    agents_before: account.type === "agent" && own.length === 0 ? Math.min(agents.length, foundingAgentsMax) : null,
    categories_recent: [...new Set(recent.map(({ question_id }) => tables.questions.require(question_id).category))]
  }
}

const questionFacts = (
  tables: MemoryTables,
  question: MemoryQuestion,
  predictions: ReadonlyArray<MemoryPrediction>,
  ownerKey: string
): PlacementFacts["question"] => {
  const yes_count = predictions.filter(({ prediction }) => prediction).length
  return {
    id: question.id,
    status: question.status,
    category: question.category,
    question_type: question.question_type,
    options: question.options,
    weight: question.weight,
    window_ends_at: windowEnd(question),
    prediction_count: predictions.length,
    yes_count,
    no_count: predictions.length - yes_count,
    option_counts: optionCountsOf(question.options, predictions),
    snapshot_counts: question.snapshot_counts,
    owners: ownerSidesOf(tables, predictions, { options: question.options, ownerKey }),
    // Accounts in memory never change their owner.
    owner_recounts: 0,
    ...surveyCountsOf(tables, question.id)
  }
}

/** Whether accounts see a question: it is public, or a survey with it has been opened. */
const isInView = (tables: MemoryTables, { id, status }: MemoryQuestion): boolean => {
  const { surveys_closed, surveys_open } = surveyCountsOf(tables, id)
  return isPublicStatus(status) || surveys_open + surveys_closed > 0
}

/** Whether the counts on which a placement was decided, and the conditions of placing, still hold. */
const stillHolds = (tables: MemoryTables, placement: Placement, now: Date): boolean => {
  const question = tables.questions.require(placement.question_id)
  const account = tables.accounts.require(placement.account_id)
  const predictions = tables.predictions.where("question", question.id)
  const { surveys_closed, surveys_open } = surveyCountsOf(tables, question.id)
  return (question.status === "open" || (question.status === "approved" && surveys_open > 0))
    && windowEnd(question).getTime() > now.getTime()
    && surveys_open === placement.expected.surveys_open && surveys_closed === placement.expected.surveys_closed
    && predictions.length === placement.expected.prediction_count
    && account.ledger_seq === placement.expected.ledger_seq && !account.suspended
    && predictions.every(({ account_id }) => account_id !== account.id)
    && tables.predictions.where("text", placement.normalised_reasoning).length === 0
}

const insertPrediction = (tables: MemoryTables, placement: Placement, now: Date): MemoryPrediction => {
  const { entries, expected: _expected, moves, pays_stipend, ...fields } = placement
  const question = tables.questions.require(placement.question_id)
  const { owner_key } = tables.accounts.require(placement.account_id)
  const before = predictionsOn(tables, question.id)
  const prediction: MemoryPrediction = {
    ...fields,
    id: tables.newId(now),
    seq: before.length + 1,
    created_at: now,
    persona_hash: null,
    owner_position: ownerPosition(ownerSidesOf(tables, before, { options: question.options, ownerKey: owner_key })),
    votes: new Map(),
    settlement: null
  }
  tables.predictions.put(prediction)
  if (moves) {
    const placed = [...before, prediction]
    const yes = placed.filter((row) => row.prediction).length
    tables.questions.patch(question.id, {
      snapshot_counts: optionCountsOf(question.options, placed) ?? [yes, placed.length - yes]
    })
  }
  appendEntries(
    tables,
    entries.map((entry) => ({
      ...entry,
      account_id: placement.account_id,
      question_id: question.id,
      key: `${entry.reason}:${prediction.id}`
    })),
    now
  )
  const account = tables.accounts.require(placement.account_id)
  tables.accounts.patch(account.id, {
    locked_points: account.locked_points + placement.confidence,
    ...(pays_stipend ? { last_stipend_on: dateOf(now) } : {})
  })
  tables.events.put({
    id: tables.newId(now),
    event: {
      event: "prediction.placed",
      data: {
        question_id: question.id,
        prediction_id: prediction.id,
        user_name: placement.user_name,
        confidence: placement.confidence
      },
      actor_id: placement.account_id
    }
  })
  return prediction
}

/** Predictions in memory. Counts are computed from the predictions, so a placement costs time linear in their number. */
export const memoryPredictionStore: Layer.Layer<PredictionStore, never, MemoryState> = Layer.effect(
  PredictionStore,
  Effect.map(MemoryState, ({ step }) =>
    PredictionStore.of({
      placementFacts: ({ account_id, normalised_reasoning, pages, question_id }) =>
        step((tables, now): PlacementFacts | undefined => {
          const question = findQuestion(tables, question_id)
          if (question === undefined || !isInView(tables, question)) return undefined
          const account = tables.accounts.require(account_id)
          const predictions = predictionsOn(tables, question.id)
          const cited = new Set(
            predictions.filter((prediction) => prediction.account_id !== account_id)
              .flatMap(({ citations }) => citations.map(citationPage))
          )
          return {
            now,
            question: questionFacts(tables, question, predictions, account.owner_key),
            account: accountFacts(tables, account, now),
            in_panel: question.status === "approved" && isInPanel(tables, question.id, account_id),
            standing_prediction_id: predictions.find((prediction) => prediction.account_id === account_id)?.id ?? null,
            exact_copy: tables.predictions.where("text", normalised_reasoning).length > 0,
            cited_by_others: pages.filter((page) => cited.has(page))
          }
        }),

      tokensAfter: (questionId, seq, limit) =>
        step((tables) =>
          predictionsOn(tables, questionId).filter((prediction) => prediction.seq > seq).slice(0, limit)
            .map(({ id, seq, tokens }) => ({ prediction_id: id, seq, tokens }))
        ),

      place: (placement) =>
        step((tables, now) => {
          if (!stillHolds(tables, placement, now)) return "stale" as const
          const { created_at, id, persona_hash, seq } = insertPrediction(tables, placement, now)
          return { created_at, id, persona_hash, seq }
        }),

      vote: ({ account_id, prediction_id, value, withdraw }) =>
        step((tables) => {
          const prediction = tables.predictions.get(prediction_id.toLowerCase())
          if (prediction === undefined) return undefined
          const author = tables.accounts.require(prediction.account_id)
          if (author.owner_key === tables.accounts.require(account_id).owner_key) return "same_owner" as const
          const votes = new Map(prediction.votes)
          if (!withdraw) votes.set(account_id, value)
          else if (votes.get(account_id) === value) votes.delete(account_id)
          const voted = tables.predictions.patch(prediction.id, { votes })
          return {
            question_id: voted.question_id,
            ...accountVotes(voted),
            has_upvoted: votes.get(account_id) === 1,
            has_downvoted: votes.get(account_id) === -1
          }
        })
    }))
)
