import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../platform/identity/Actor.ts"
import type { LeaderboardEntry, LeaderboardFilter } from "../boards/Leaderboard.ts"
import { consensus } from "../consensus/Consensus.ts"
import type { ConsensusData } from "../consensus/ConsensusData.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, refuse, refuseAll } from "../../kernel/Refusal.ts"
import type { PredictionListRequest, PredictionPage } from "../predictions/PredictionList.ts"
import { type Question, type QuestionAlone, toQuestion } from "../questions/Question.ts"
import {
  listQuestions,
  type QuestionListRequest,
  questionNotFound,
  shownQuestion,
  visibleStatuses
} from "../questions/Questions.ts"
import type { QuestionSort } from "../questions/QuestionList.ts"
import { judgeAsOf, knownBefore } from "./AsOf.ts"
import { HistoryStore } from "./HistoryStore.ts"

/** The sort orders available for questions as of an earlier time. */
const historicSorts: ReadonlyArray<QuestionSort> = ["newest", "closing"]

/** Checks `asOf` and returns the bound for the store; INVALID_REQUEST when it is outside of the recorded time. */
export const requireAsOf = (store: Context.Tag.Service<HistoryStore>, asOf: Date): UseCaseEffect<Date> =>
  Effect.flatMap(store.span, (span) => Effect.as(refuseAll([judgeAsOf(asOf, span)]), knownBefore(asOf)))

/**
 * Refuses filters and sort orders, because for an earlier time their counts would have to be computed for each request.
 */
const onlyNewest = (request: PredictionListRequest): UseCaseEffect<void> => {
  const field = (["prediction", "option", "family"] as const).find((name) => request[name] !== undefined) ??
    ((request.sort ?? "newest") === "newest" ? undefined : "sort" as const)
  return field === undefined ? Effect.void : refuse(
    "INVALID_REQUEST",
    `As of an earlier time predictions are listed whole and by newest only: leave out ${field}.`,
    { field }
  )
}

/**
 * Reads as of an earlier time: the same responses as then, including windows and remaining times, and nothing that
 * became known later. An `asOf` in the future or before the record begins is INVALID_REQUEST.
 */
export class History extends Context.Tag("auspex/History")<History, {
  readonly question: (id: string, viewer: Actor, asOf: Date) => UseCaseEffect<Question>
  /** Sorted by `newest` or `closing`; other orders are INVALID_REQUEST. */
  readonly questions: (viewer: Actor, request: QuestionListRequest, asOf: Date) => UseCaseEffect<Page<QuestionAlone>>
  /** All predictions, newest first; other orders and filters are INVALID_REQUEST. Without the caller's votes. */
  readonly predictions: (
    questionId: string,
    request: PredictionListRequest,
    asOf: Date
  ) => UseCaseEffect<PredictionPage>
  /** The result has `as_of`. */
  readonly consensus: (questionId: string, asOf: Date) => UseCaseEffect<ConsensusData>
  readonly leaderboard: (
    filter: LeaderboardFilter,
    page: PageRequest,
    asOf: Date
  ) => UseCaseEffect<Page<LeaderboardEntry>>
}>() {
  static readonly layer: Layer.Layer<History, never, HistoryStore> = Layer.effect(
    History,
    Effect.map(HistoryStore, (store) =>
      History.of({
        question: (id, viewer, asOf) =>
          Effect.gen(function*() {
            const detail = yield* store.question(id, yield* requireAsOf(store, asOf))
            return yield* shownQuestion(id, viewer, detail === undefined ? undefined : { ...detail, now: asOf })
          }),

        questions: (viewer, request, asOf) =>
          Effect.gen(function*() {
            const { predicted, sort = "newest", status } = request
            if (predicted !== undefined) {
              const message = "predicted cannot be combined with as_of."
              return yield* refuse("INVALID_REQUEST", message, { field: "predicted" })
            }
            if (!historicSorts.includes(sort)) {
              const message = `As of an earlier time the list can be sorted by ${historicSorts.join(" or ")} only.`
              return yield* refuse("INVALID_REQUEST", message, { field: "sort", measured: sort })
            }
            const before = yield* requireAsOf(store, asOf)
            return yield* listQuestions(
              { list: (query) => Effect.map(store.questions(query, before), (slice) => ({ ...slice, now: asOf })) },
              request,
              visibleStatuses(viewer, status),
              toQuestion
            )
          }),

        predictions: (questionId, request, asOf) =>
          Effect.zipRight(
            onlyNewest(request),
            Effect.flatMap(
              requireAsOf(store, asOf),
              (before) => foundOr(store.predictions(questionId, request, before), questionNotFound(questionId))
            )
          ),

        consensus: (questionId, asOf) =>
          Effect.gen(function*() {
            const before = yield* requireAsOf(store, asOf)
            const facts = yield* foundOr(store.consensus(questionId, before), questionNotFound(questionId))
            return { ...consensus(facts), as_of: asOf }
          }),

        leaderboard: (filter, page, asOf) =>
          Effect.flatMap(requireAsOf(store, asOf), (before) => store.leaderboard(filter, page, before))
      }))
  )
}
